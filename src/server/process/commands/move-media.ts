import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { copyObject, createFolderStore, createS3Store, type ObjectStore } from '#server/platform/storage/index.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run move-media -- --to s3|folder: copies the uploaded videos and submission files between the data folder and the bucket, also while the product runs.
// Runs when loaded.

const usage =
  'npm run move-media -- --to s3   or --to folder   (--delete-source deletes each file where it was, once its copy is compared)'

await runCommand('Not moved', async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'delete-source': { type: 'boolean', default: false } },
  })
  if (values.to !== 's3' && values.to !== 'folder') throw new UsageError(usage)
  const { dataDir, mediaBucket } = parseCommandConfig(process.env)
  if (!mediaBucket)
    throw new UsageError(
      'no bucket is configured: set STORAGE_S3_BUCKET, STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY',
    )
  const [folder, bucket] = [createFolderStore(join(dataDir, 'media')), createS3Store(mediaBucket)]
  const toBucket = values.to === 's3'
  const [from, to]: [ObjectStore, ObjectStore] = toBucket ? [folder, bucket] : [bucket, folder]
  for (const store of [folder, bucket]) await store.check()
  // Until this process ends. Two moves in opposite directions would delete each other's copies.
  lockFolder(folder.location, `another move is running in ${folder.location}: wait for its end`)
  const deletesSource = values['delete-source']
  const { copied, present, bytes, deleted } = await moveAll(from, to, deletesSource)
  say(
    `${copied} files (${formatBytes(bytes, '.')}) copied from ${from.location} to ${to.location}, ${present} were there already; every checksum is the same`,
  )
  say(
    deletesSource
      ? `${deleted} deleted from ${from.location}`
      : `Nothing was deleted: ${from.location} still has them.`,
  )
})

async function moveAll(from: ObjectStore, to: ObjectStore, deletesSource: boolean) {
  const moved = { copied: 0, present: 0, bytes: 0, deleted: 0 }
  for await (const { name, bytes } of from.list()) {
    if (!isUuid(name)) continue
    const { outcome } = await copyObject(name, from, to)
    // Deleted by the product meanwhile.
    if (outcome === 'gone') continue
    say(`· ${name}  ${formatBytes(bytes, '.')}${outcome === 'present' ? '  (was there)' : ''}`)
    moved[outcome]++
    if (outcome === 'copied') moved.bytes += bytes
    if (!deletesSource) continue
    await from.remove(name)
    moved.deleted++
  }
  return moved
}
