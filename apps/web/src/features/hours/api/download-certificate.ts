import { downloadCertificate, downloadPeriodCertificate } from '@minga/contract/certificates';
import { useMutation } from '@tanstack/react-query';
import { callFile } from '../../../lib/call-file.ts';
import { saveFile } from '../../../lib/save-file.ts';

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
