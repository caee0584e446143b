const names: Record<string, string> = {
  credit_card: 'Kartu kredit',
  bank_transfer: 'Virtual account',
  permata: 'Virtual account Permata',
  echannel: 'Mandiri Bill',
  qris: 'QRIS',
  gopay: 'GoPay',
  shopeepay: 'ShopeePay',
  cstore: 'Gerai',
}

/** The display name of a payment type; an unknown type is shown as the provider names it. */
export const paymentMethodName = (type: string): string => names[type] ?? type
