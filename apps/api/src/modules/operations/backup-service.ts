import type { Platform } from '../../platform/platform.ts';
import { type BackupRow, findLastBackup } from './backup-repository.ts';

const HOUR_MS = 60 * 60 * 1000;

interface LastBackup {
  readonly finishedAt: Date;
  readonly milliseconds: number;
  readonly bytes: number;
}

interface BackupState {
  readonly last: LastBackup | null;
  /** Since the last backup; without one since recording started, by the migration or a restore. Null: unknown. */
  readonly ageMs: number | null;
  readonly isExpected: boolean;
  readonly isOverdue: boolean;
}

/** The last backup that `npm run backup` recorded, and whether the next one is overdue. */
export async function backupState({ db, clock, settings }: Platform): Promise<BackupState> {
  const { backupAlarmHours } = settings;
  const row = await findLastBackup(db);
  const ageMs = row && Math.max(0, clock().getTime() - row.recordedAt.getTime());
  return {
    last: row && lastBackup(row),
    ageMs,
    isExpected: backupAlarmHours !== null,
    isOverdue: backupAlarmHours !== null && ageMs !== null && ageMs > backupAlarmHours * HOUR_MS,
  };
}

/** Null for the row that marks when recording started. */
const lastBackup = ({ recordedAt, milliseconds, bytes }: BackupRow): LastBackup | null =>
  milliseconds === null || bytes === null ? null : { finishedAt: recordedAt, milliseconds, bytes };
