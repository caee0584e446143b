import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Describes an upgrade, for its way back. */
export type UpgradeRecord = {
  /** Commits. */
  from: string
  to: string
  at: string
  /** Path of the backup that was made before. */
  backup: string
}

const fileIn = (dataDir: string): string => join(dataDir, 'upgrade.json')

export const writeRecord = (dataDir: string, record: UpgradeRecord): Promise<void> =>
  writeFile(fileIn(dataDir), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })

/** Null when no upgrade was made here. */
export async function readRecord(dataDir: string): Promise<UpgradeRecord | null> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as UpgradeRecord
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
