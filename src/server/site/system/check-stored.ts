import { access, constants, statfs } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { dayMs } from '#contract/kit/durations.ts'
import { listRuns } from '#server/platform/backup/index.ts'
import { examineMedia } from '#server/platform/media/index.ts'
import { StorageFailure } from '#server/platform/storage/index.ts'
import { both, bytes, duration, joined, percent, same } from './wording.ts'
import {
  levelOf,
  withAdvice,
  withinSeconds,
  type Check,
  type Finding,
  type ReportOptions,
  type SystemDeps,
} from './check.ts'

// Backups, videos and the disk.

export const storedChecks: readonly Check[] = [
  { name: 'backup', label: both('Cadangan', 'Backups'), find: findBackup },
  { name: 'media', label: both('Video dan berkas', 'Videos and files'), find: findMedia },
  {
    name: 'disk',
    label: both('Disk', 'Disk'),
    async find({ installation: { dataDir } }) {
      if (dataDir === null) return { level: 'ok', value: both('tidak dipakai', 'not used') }
      const { bavail, blocks, bsize } = await statfs(dataDir)
      const free = bavail * bsize
      const share = bavail / Math.max(1, blocks)
      const level = free < 200e6 || share < 0.03 ? 'problem' : free < 1e9 || share < 0.1 ? 'warning' : 'ok'
      const value = joined(
        bytes(free),
        both(' kosong (', ' free ('),
        percent(share),
        both(') di disk DATA_DIR', ') on the disk of DATA_DIR'),
      )
      return withAdvice(
        { level, value, measures: { disk_free_bytes: free } },
        both(
          'Hapus berkas yang tidak perlu atau perbesar disk sebelum penuh.',
          'Delete files that are not needed, or enlarge the disk before it is full.',
        ),
      )
    },
  },
]

async function findBackup({ database, clock, installation: { backup, isPublic } }: SystemDeps): Promise<Finding> {
  const runs = await listRuns(database, 50)
  const done = runs.find((run) => run.finishedAt && run.failure === null)
  const last = runs.find((run) => run.finishedAt)
  const schedule =
    backup.everyMs === null
      ? both('tanpa jadwal', 'no schedule')
      : joined(both('setiap ', 'every '), duration(backup.everyMs))
  const age = done?.finishedAt ? clock.now().getTime() - done.finishedAt.getTime() : null
  const measures: Record<string, number> = age === null ? {} : { backup_age_seconds: Math.round(age / 1000) }
  const unwritable = await unwritableFolder(backup)
  if (unwritable !== null)
    return {
      level: 'problem',
      value: joined(schedule, both('; tidak bisa ditulis: ', '; cannot be written: '), unwritable),
      advice: both(
        'Cadangan berikutnya akan gagal: periksa BACKUP_DIR dan izin foldernya.',
        'The next backup will fail: look at BACKUP_DIR and the permissions of its folder.',
      ),
      measures,
    }
  if (last?.failure)
    return {
      level: 'problem',
      value: joined(schedule, both('; yang terakhir gagal: ', '; the last one failed: '), last.failure),
      advice: both(
        'Perbaiki penyebabnya; jadwal mencoba lagi dalam satu jam.',
        'Mend the cause; the schedule tries again within an hour.',
      ),
      measures,
    }
  if (!done || age === null) {
    const level = backup.everyMs === null && isPublic ? 'problem' : backup.everyMs === null ? 'warning' : 'ok'
    return withAdvice(
      { level, value: joined(schedule, both('; belum ada cadangan', '; none yet')) },
      both(
        'Jalankan npm run backup -- BERKAS, atau isi BACKUP_EVERY=1d.',
        'Run npm run backup -- FILE, or set BACKUP_EVERY=1d.',
      ),
    )
  }
  const value = joined(
    schedule,
    both('; terakhir ', '; the last one '),
    duration(age),
    both(' lalu, ', ' ago, '),
    bytes(done.bytes ?? 0),
    done.encrypted ? both(', terenkripsi', ', encrypted') : both(', tidak terenkripsi', ', not encrypted'),
  )
  const level =
    backup.everyMs === null
      ? // Made by the operator, daily or weekly.
        levelOf(age, 2 * dayMs, 8 * dayMs)
      : levelOf(age, 1.5 * backup.everyMs, 3 * backup.everyMs)
  if (level === 'ok' && !done.encrypted && isPublic)
    return {
      level: 'warning',
      value,
      advice: both(
        'Isi BACKUP_PASSPHRASE, agar data pribadi di dalamnya tidak terbaca orang lain.',
        'Set BACKUP_PASSPHRASE, so that nobody else can read the personal data in it.',
      ),
      measures,
    }
  return withAdvice(
    { level, value, measures },
    both(
      'Cadangan terlalu lama: jalankan npm run backup -- BERKAS, dan periksa BACKUP_EVERY.',
      'The backup is too old: run npm run backup -- FILE, and look at BACKUP_EVERY.',
    ),
  )
}

/** The folder of scheduled backups, when none can be stored there now; the start refuses it, but a disk may go later. */
async function unwritableFolder({ everyMs, folder }: SystemDeps['installation']['backup']): Promise<string | null> {
  if (everyMs === null || folder === null) return null
  const code = await whyUnwritable(resolve(folder))
  return code === null ? null : `${folder} (${code})`
}

/** A folder that is missing would be made in the one above. */
async function whyUnwritable(folder: string): Promise<string | null> {
  try {
    await access(folder + sep, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    return code === 'ENOENT' && dirname(folder) !== folder ? whyUnwritable(dirname(folder)) : code
  }
}

const idsShown = 5
/** An admin waits for the page. */
const pageSeconds = 5

async function findMedia(deps: SystemDeps, { everyFile = false }: ReportOptions): Promise<Finding> {
  const { location } = deps.store
  try {
    const late = () => new StorageFailure(`it does not answer within ${pageSeconds} s`)
    const { checked, missing } = await withinSeconds(
      everyFile ? null : pageSeconds,
      examineMedia(deps, { every: everyFile }),
      late,
    )
    const examined =
      checked === 0
        ? both('belum ada berkas', 'no files yet')
        : everyFile
          ? both(`${checked} berkas diperiksa`, `${checked} files examined`)
          : both(`${checked} berkas terbaru diperiksa`, `the ${checked} newest files examined`)
    if (missing.length === 0) return { level: 'ok', value: joined(`${location}; `, examined) }
    const named = `${missing.slice(0, idsShown).join(', ')}${missing.length > idsShown ? ', …' : ''}`
    return {
      level: 'problem',
      value: joined(`${location}; `, examined, both(`, ${missing.length} hilang`, `, ${missing.length} missing`)),
      advice: joined(
        both('Kembalikan dari cadangan: ', 'Restore from a backup: '),
        `${named}.`,
        everyFile
          ? ''
          : both(' npm run doctor -- --media memeriksa semuanya.', ' npm run doctor -- --media examines all.'),
      ),
    }
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    return {
      level: 'problem',
      value: joined(`${location}; `, both('tidak bisa dipakai', 'cannot be used')),
      advice: joined(
        both('Periksa pengaturan S3 dan layanannya: ', 'Look at the settings of S3 and its service: '),
        same(error.message),
        '.',
      ),
    }
  }
}
