import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '#server/builds/project-root.ts'
import { isBuilt, NotBuilt } from './build.ts'

/** Like ensureBuilt(), in a process of its own: building takes more than a gigabyte, which this process would never give back. */
export async function ensureBuiltInChildProcess(onProgress: (what: string) => void): Promise<void> {
  if (isBuilt()) return
  onProgress('building the pages (once; again only when their sources change)')
  await new Promise<void>((resolve, reject) => {
    execFile(process.execPath, [join(projectRoot, 'src/server/commands/build.ts'), '--pages-only'], { cwd: projectRoot }, (error, _, stderr) => {
      if (error) reject(new NotBuilt(stderr.trim().replace(/^Not built: /, '') || error.message, { cause: error }))
      else resolve()
    })
  })
}
