type MethodId = 'credit_card' | 'qris' | 'echannel' | `${string}_va`

export type Method = {
  id: MethodId
  label: string
  /** Values of `enabled_payments` that enable it. */
  enabledBy: readonly string[]
  minimumIdr: number
  maximumIdr: number
}

const noMaximumIdr = Number.MAX_SAFE_INTEGER

function virtualAccount(bank: string, label: string, minimumIdr = 1): Method {
  return { id: `${bank}_va`, label, enabledBy: [`${bank}_va`, 'bank_transfer'], minimumIdr, maximumIdr: noMaximumIdr }
}

// The provider's limits.
export const methods: readonly Method[] = [
  {
    id: 'credit_card',
    label: 'Kartu kredit/debit',
    enabledBy: ['credit_card'],
    minimumIdr: 10_000,
    maximumIdr: 999_999_999,
  },
  virtualAccount('bca', 'BCA', 10_000),
  virtualAccount('bni', 'BNI'),
  virtualAccount('bri', 'BRI'),
  virtualAccount('permata', 'Permata'),
  virtualAccount('cimb', 'CIMB Niaga'),
  virtualAccount('danamon', 'Danamon'),
  virtualAccount('bsi', 'BSI'),
  {
    id: 'echannel',
    label: 'Mandiri Bill',
    enabledBy: ['echannel', 'bank_transfer'],
    minimumIdr: 1,
    maximumIdr: noMaximumIdr,
  },
  {
    id: 'qris',
    label: 'QRIS',
    enabledBy: ['qris', 'other_qris', 'gopay', 'shopeepay'],
    minimumIdr: 1,
    maximumIdr: 10_000_000,
  },
]

export function findMethod(id: string): Method | null {
  return methods.find((method) => method.id === id) ?? null
}

export function isEnabled(method: Method, enabledPayments: string[] | null): boolean {
  return enabledPayments === null || method.enabledBy.some((name) => enabledPayments.includes(name))
}

/** Why the method cannot pay this amount, as a message for the payer; null when it can. */
export function amountProblem(method: Method, amountIdr: number): string | null {
  if (amountIdr < method.minimumIdr) return `Minimal ${rupiah(method.minimumIdr)}.`
  if (amountIdr > method.maximumIdr) return `Maksimal ${rupiah(method.maximumIdr)}.`
  return null
}

function rupiah(amountIdr: number): string {
  return `Rp ${amountIdr.toLocaleString('id-ID')}`
}
