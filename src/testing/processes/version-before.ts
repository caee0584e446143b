import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const project = join(import.meta.dirname, '../../..')

/** The version that installations have now; moved on with each release. Beside `checks/released-api.json`, which is its API. */
export const releasedCommit = '4aa1e4cf'

/** The code of that version from the history of this repository. It runs with the packages of this one, which has all of them. */
export async function openVersionBefore(
  commit = releasedCommit,
): Promise<{ root: string; close: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'cendaki-before-'))
  const close = () => rm(root, { recursive: true, force: true })
  try {
    const archive = execFileSync('git', ['archive', '--format=tar', commit], {
      cwd: project,
      maxBuffer: 1024 ** 3,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const unpacked = spawnSync('tar', ['-x', '-C', root], { input: archive })
    if (unpacked.status !== 0) throw new Error(`The version ${commit} could not be unpacked: ${unpacked.stderr}`)
    await symlink(join(project, 'node_modules'), join(root, 'node_modules'))
    return { root, close }
  } catch (error) {
    await close()
    throw error
  }
}
