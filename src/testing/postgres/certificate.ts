import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemEnvironment } from '#testing/processes/environment.ts'

const run = promisify(execFile)

export type Owner = { uid: number; gid: number }
export type Certificate = { certificatePath: string; keyPath: string }

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0
export const whyNoOpenssl = 'needs openssl (apt-get install openssl)'

/** Who runs PostgreSQL, which does not run as root: null for the user of this process. */
export function ownerOfServers(): Owner | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres']).toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Creates a certificate of 127.0.0.1 for PostgreSQL, signed by itself. */
export async function createCertificate(folder: string): Promise<Certificate> {
  const [certificatePath, keyPath] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyPath]
  const subject = ['-subj', '/CN=cendaki-test', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  await run('openssl', ['req', '-x509', ...key, ...subject, '-out', certificatePath], { env: systemEnvironment() })
  const owner = ownerOfServers()
  if (owner) for (const path of [folder, certificatePath, keyPath]) await chown(path, owner.uid, owner.gid)
  return { certificatePath, keyPath }
}
