import {
  downloadCertificate,
  downloadPeriodCertificate,
  readCertificate,
} from '@minga/contract/certificates';
import { listOwnHours } from '@minga/contract/hours';
import { useMutation } from '@tanstack/react-query';
import { retryOnMount } from '../../lib/errors/unknown-row.ts';
import { callFile } from '../../lib/server/call-file.ts';
import { query } from '../../lib/server/queries.ts';
import { saveFile } from '../../lib/storage/files.ts';

/** The account's hours with their total; of more than 500 activities the newest. */
export const ownHours = query(listOwnHours, { query: {} });

/** A certificate's content. Rejects with an ApiError: 404 if there is none with this number. */
export const oneCertificate = (number: string) => ({
  ...query(readCertificate, { params: { number } }),
  retryOnMount,
});

/** Of one attendance, proved by a session, a personal link's token or the visitor's cookie, or of the account in a period. */
export type CertificateOf =
  | { readonly attendanceId: string; readonly token?: string | undefined }
  | { readonly desde?: string; readonly hasta?: string };

/** Downloads a certificate; resolves to the file's name. */
export const useDownloadCertificate = () =>
  useMutation({
    mutationFn: async (of: CertificateOf) => {
      const { name, content } =
        'attendanceId' in of
          ? await callFile(downloadCertificate, {
              params: { id: of.attendanceId },
              query: { token: of.token },
            })
          : await callFile(downloadPeriodCertificate, { query: of });
      saveFile(name, content);
      return name;
    },
  });
