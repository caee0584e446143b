import { makeBackup, openBackupFile, planRestore, type RestorePlan } from '#server/platform/backup/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readVersion } from '#server/platform/version.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { describeFailure } from '#server/process/describe-failure.ts'
import { mediaToBackUp } from '#server/process/open-media-store.ts'

// The work of commands in the process of the test, which has loaded the server: a command loads it for seconds.

type Settings = Record<string, string>

/** Does the work of `npm run backup`. */
export async function backUp(settings: Settings, location: string): Promise<void> {
  const config = parseCommandConfig(settings)
  await makeBackup({
    place: config,
    file: openBackupFile(location, config.storageBucket),
    passphrase: config.backup.passphrase,
    settings: '',
    version: await readVersion(),
    clock: systemClock,
    isRecorded: true,
    media: config.backup.includesMedia ? mediaToBackUp(config) : null,
  })
}

/** Reads a backup for a restore into this installation: all that `npm run restore` does before it changes anything. */
export async function planRestoring(settings: Settings, location: string): Promise<RestorePlan> {
  const config = parseCommandConfig(settings)
  return planRestore(config, openBackupFile(location, config.storageBucket), config.backup.passphrase)
}

/** Why it fails: what a command, or a start, with these settings prints after its own words. */
export const sentenceOf = (work: Promise<unknown>, settings: Settings = {}): Promise<string> =>
  work.then(
    () => 'it does not fail',
    (error: unknown) => describeFailure(error, settings),
  )
