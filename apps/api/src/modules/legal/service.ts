import type { LegalKind, LegalText, ManagedLegalText } from '@minga/contract/legal';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordActions } from '../administration/audit-service.ts';
import { findText, storeText } from './repository.ts';
import { privacyText, termsText } from './texts.ts';

const defaults = { privacy: privacyText, terms: termsText } satisfies Record<LegalKind, unknown>;

type Parts = Pick<Platform, 'db' | 'settings' | 'publicUrl'>;

/** The legal text in effect, as visitors see it. */
export async function legalText(parts: Parts, kind: LegalKind): Promise<LegalText> {
  const { isDefault: _isDefault, updatedBy: _updatedBy, ...shown } = await managedLegalText(parts, kind);
  return shown;
}

/** The legal text in effect, with the fields that only superadmins see. */
export async function managedLegalText(
  { db, settings, publicUrl }: Parts,
  kind: LegalKind,
): Promise<ManagedLegalText> {
  const row = await findText(db, kind);
  return {
    kind,
    text: row?.text ?? defaults[kind]({ ...settings, publicUrl }),
    updatedAt: row?.updatedAt.toISOString() ?? null,
    isDefault: (row?.text ?? null) === null,
    updatedBy: row?.updatedBy ?? null,
  };
}

/** Replaces a legal text and logs the change. Null restores the default text. */
export async function writeLegalText(
  platform: Platform,
  { user }: Session,
  kind: LegalKind,
  text: string | null,
): Promise<ManagedLegalText> {
  const { db, clock } = platform;
  const at = clock();
  await db.transaction(async tx => {
    const targetId = await storeText(tx, { kind, text, updatedAt: at, updatedBy: user.id });
    await recordActions(tx, [
      {
        action: text === null ? 'legal.reset' : 'legal.update',
        targetType: 'legal-text',
        targetId,
        actorId: user.id,
        at,
        details: { fields: [kind] },
      },
    ]);
  });
  return managedLegalText(platform, kind);
}
