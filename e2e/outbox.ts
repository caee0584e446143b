import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productOf } from './products.ts'
import { expect, test } from './test.ts'

/** Waits for a mail of this kind to this address, and returns the path and fragment of its newest link that matches. */
export async function linkInMail(email: string, kind: string, link: RegExp): Promise<string> {
  const outbox = join(productOf(test.info()).dataDir, 'outbox')
  let found: string | undefined
  await expect
    .poll(async () => {
      // A file whose name starts with a dot is still being written.
      const mails = (await readdir(outbox).catch(() => [])).filter(
        (file) => !file.startsWith('.') && file.includes(`-${kind}-`),
      )
      for (const name of mails.sort()) {
        const mail = (await readFile(join(outbox, name), 'utf8')).replaceAll('=\n', '').replaceAll('=3D', '=')
        if (mail.includes(`<${email}>`) || mail.includes(`To: ${email}`)) found = link.exec(mail)?.[0]
      }
      return found
    })
    .toBeTruthy()
  const { pathname, hash } = new URL(found ?? '')
  return pathname + hash
}
