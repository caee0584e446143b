import type { PaymentMethod } from '#contract/commerce/transactions.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { StoredSettings } from '#server/site/settings/index.ts'

/** The ways of paying that buyers may choose now. */
export function offeredMethods({ transfer, qris }: Pick<StoredSettings, 'transfer' | 'qris'>): PaymentMethod[] {
  const hasAccount = transfer.bank !== '' && transfer.number !== '' && transfer.holder !== ''
  return [
    'card',
    ...(transfer.enabled && hasAccount ? (['transfer'] as const) : []),
    ...(qris !== null ? (['qris'] as const) : []),
  ]
}

export async function listMethods({ settings }: CommerceDeps): Promise<PaymentMethod[]> {
  return offeredMethods(await settings.readSite())
}
