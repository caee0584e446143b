import { randomBytes } from 'node:crypto'
import { createWhatsAppSandbox, type WhatsAppSandbox } from '#sandbox/whatsapp/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createCloudApi, type WhatsAppProvider } from '#server/platform/outgoing/index.ts'
import type { Config } from './config/config.ts'

export const whatsAppSandboxPath = '/sandbox/whatsapp'

/** Meta if configured; else the sandbox where only this machine reaches it; else nobody. */
export function openWhatsApp(
  { whatsApp, publicUrl }: Pick<Config, 'whatsApp' | 'publicUrl'>,
  clock: Clock,
  toApp: (request: Request) => Promise<Response>,
): { provider: WhatsAppProvider | null; sandbox: WhatsAppSandbox | null } {
  if (whatsApp.provider === 'none') return { provider: null, sandbox: null }
  if (whatsApp.provider === 'meta') return { provider: createCloudApi({ ...whatsApp, fetch }), sandbox: null }
  const keys = {
    phoneNumberId: '100000000000001',
    token: randomBytes(24).toString('hex'),
    appSecret: randomBytes(24).toString('hex'),
  }
  const base = publicUrl + whatsAppSandboxPath
  const sandbox = createWhatsAppSandbox({
    ...keys,
    publicBase: base,
    webhookUrl: `${publicUrl}/api/whatsapp/webhook`,
    deliver: toApp,
    clock,
    language: 'id',
    templates: {
      cendaki_kode: {
        body: '{{1}} adalah kode verifikasimu. Demi keamanan, jangan bagikan kode ini.',
        button: 'Salin kode',
        url: '#',
      },
      cendaki_kabar: { body: '{{1}}\n{{2}}', button: 'Buka', url: `${publicUrl}/` },
    },
  })
  return {
    sandbox,
    provider: createCloudApi({ ...keys, base, isSandbox: true, fetch: (request) => sandbox.fetch(request) }),
  }
}
