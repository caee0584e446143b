import { verifyTokenOf, type WhatsAppProvider } from '#server/platform/outgoing/index.ts'
import type { NotificationsDeps, WhatsAppSettings } from '#server/notifications/deps.ts'
import { readFailures } from './deliver-whatsapp.ts'

type Deps = Pick<NotificationsDeps, 'database' | 'clock'> & {
  provider: WhatsAppProvider | null
  readSettings: () => Promise<WhatsAppSettings>
}

/** For the system page and the doctor. */
export const whatsAppState = ({ provider, readSettings, ...deps }: Deps) => ({
  checkKeys: provider && !provider.isSandbox ? () => provider.checkKeys() : null,
  isSandbox: provider?.isSandbox ?? false,
  verifyToken: provider && verifyTokenOf(provider.appSecret),
  isEnabled: async () => (await readSettings()).enabled,
  readFailures: () => readFailures(deps),
})
