import * as factorMails from '../../src/modules/accounts/factors/mails.ts';
import * as accountMails from '../../src/modules/accounts/mails.ts';
import * as managedMails from '../../src/modules/accounts/managed/mails.ts';
import { activity, type Examples, email, place, publicUrl, rosa, url } from './facts.ts';

export const ofAccounts: Examples<typeof accountMails> = {
  verificationEmail: () => [accountMails.verificationEmail(rosa, url)],
  accountExistsEmail: () => [accountMails.accountExistsEmail(email, publicUrl)],
  recoveryEmail: () => [accountMails.recoveryEmail(rosa, url)],
  passwordChangedEmail: () => [accountMails.passwordChangedEmail(rosa, publicUrl)],
  emailChangeEmail: () => [accountMails.emailChangeEmail(email, url)],
  emailChangeWarning: () => [accountMails.emailChangeWarning(rosa, publicUrl)],
  emailChangedEmail: () => [accountMails.emailChangedEmail(rosa, 'otra@example.org')],
  apiTokenCreatedEmail: () =>
    (['read', 'write'] as const).map(scope =>
      accountMails.apiTokenCreatedEmail(rosa, { name: 'Planilla', scope, expiresAt: activity.date }, place),
    ),
};
export const ofManaged: Examples<typeof managedMails> = {
  newAdminEmail: () => [managedMails.newAdminEmail(rosa, publicUrl)],
  adminRestoredEmail: () => [managedMails.adminRestoredEmail(rosa, publicUrl)],
  adminRemovedEmail: () => [managedMails.adminRemovedEmail(rosa, publicUrl)],
  passwordSetEmail: () => [managedMails.passwordSetEmail(rosa, publicUrl)],
  deactivatedEmail: () => [managedMails.deactivatedEmail(rosa, 'escribe a hola@example.org')],
  reactivatedEmail: () => [managedMails.reactivatedEmail(rosa, publicUrl)],
  accountDeletedEmail: () => [managedMails.accountDeletedEmail(email)],
  addressReplacedEmail: () => [managedMails.addressReplacedEmail(rosa, 'otra@example.org')],
  addressAssignedEmail: () => [managedMails.addressAssignedEmail(email, publicUrl)],
};
export const ofFactors: Examples<typeof factorMails> = {
  authenticatorAddedEmail: () => [factorMails.authenticatorAddedEmail(rosa, publicUrl)],
  authenticatorRemovedEmail: () =>
    [true, false].map(hasPasskeys => factorMails.authenticatorRemovedEmail(rosa, hasPasskeys, publicUrl)),
  recoveryCodeUsedEmail: () =>
    [0, 1, 9].map(left => factorMails.recoveryCodeUsedEmail(rosa, left, publicUrl)),
  recoveryCodesRenewedEmail: () => [factorMails.recoveryCodesRenewedEmail(rosa, publicUrl)],
  wrongCodesEmail: () => [factorMails.wrongCodesEmail(rosa, publicUrl)],
  secondFactorResetStartedEmail: () => [
    factorMails.secondFactorResetStartedEmail(rosa, {
      dueAt: activity.date,
      url,
      timeZone: 'America/Bogota',
    }),
  ],
  secondFactorResetEmail: () => [factorMails.secondFactorResetEmail(rosa, publicUrl)],
  passkeyAddedEmail: () => [factorMails.passkeyAddedEmail(rosa, 'Mi celular', publicUrl)],
  passkeyRemovedEmail: () => [factorMails.passkeyRemovedEmail(rosa, 'Mi celular', publicUrl)],
};
