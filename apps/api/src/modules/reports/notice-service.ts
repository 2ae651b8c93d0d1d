import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { notify } from '../notifications/delivery/service.ts';
import { listOwners } from '../teams/queries.ts';
import { bannedEmail, outcomeItem, reporterItem } from './mails.tsx';
import { findRecipient, listUnanswered, type Recipient, setAnswered } from './recipient-repository.ts';
import type { CaseRow } from './repository.ts';
import { bannedText, headlineOf, type Outcome, outcomeText, reporterText, type Why } from './text-rules.ts';

/** Thanks the accounts whose reports a decision answers, each once, and says what became of them. */
export async function notifyReporters(
  platform: Platform,
  tx: Transaction,
  one: CaseRow,
  { isVisible }: { readonly isVisible: boolean },
): Promise<void> {
  const text = reporterText(one, isVisible);
  // Before the reports are marked: a reporter's account is locked before its reports, as its deletion does.
  await notify(
    platform,
    tx,
    (await listUnanswered(tx, one)).map(({ id: userId, email }) => ({
      ...{ type: 'report' as const, userId, email, title: 'Gracias por tu reporte', text },
      taskId: pageOf(one, isVisible),
      composeEmail: null,
      item: reporterItem(text),
    })),
  );
  await setAnswered(tx, one, platform.clock());
}

/** The page that a notification opens: deleted ones have none. */
const pageOf = ({ targetType, targetId }: CaseRow, isVisible: boolean): string | null =>
  targetType === 'collective' || (targetType === 'activity' && !isVisible) ? null : targetId;

/** Tells the author, or the owners of a collective, by the kinds of the reports and never by whom they came. */
export async function notifyAuthor(
  platform: Platform,
  tx: Transaction,
  one: CaseRow,
  { outcome, ...why }: Why & { readonly outcome: Outcome },
): Promise<void> {
  const [title, text] = [headlineOf(one, outcome), outcomeText(one, outcome, why)];
  await notify(
    platform,
    tx,
    (await authorsOf(tx, one)).map(({ id: userId, email }) => ({
      ...{ type: 'report' as const, userId, email, title, text },
      taskId: one.targetType === 'collective' || outcome === 'deleted' ? null : one.targetId,
      composeEmail: null,
      item: outcomeItem(title, text),
    })),
  );
}

const authorsOf = (tx: Transaction, { targetType, targetId, authorId }: CaseRow): Promise<Recipient[]> => {
  if (targetType === 'collective') return listOwners(tx, targetId);
  return authorId === null ? Promise.resolve([]) : findRecipient(tx, authorId);
};

/** Before the account is deactivated, which a further e-mail says. */
export async function notifyBanned(
  { mailer }: Pick<Platform, 'mailer'>,
  tx: Transaction,
  { id, username, email }: Recipient,
  one: CaseRow,
  why: Why,
): Promise<void> {
  await mailer.send(tx, await bannedEmail({ username, email }, { text: bannedText(one), ...why }), {
    kind: 'bannedEmail',
    cause: 'site',
    accountId: id,
  });
}
