import * as z from 'zod'
import { ConfigError } from './config-error.ts'
import { parseFees, type PaymentFees } from './payment-fees.ts'
import { httpUrl } from './urls.ts'
import { oneOf } from './values.ts'

export const paymentSettings = {
  PAYMENT_PROVIDER: oneOf('midtrans', 'sandbox').optional(),
  MIDTRANS_ENVIRONMENT: oneOf('sandbox', 'production').default('sandbox'),
  MIDTRANS_SERVER_KEY: z.string().min(1).optional(),
  MIDTRANS_CLIENT_KEY: z.string().min(1).optional(),
  MIDTRANS_MERCHANT_ID: z.string().min(1).optional(),
  MIDTRANS_SNAP_BASE: httpUrl.optional(),
  MIDTRANS_CORE_BASE: httpUrl.optional(),
  MIDTRANS_SNAP_JS: httpUrl.optional(),
  MIDTRANS_FEES: z.string().transform(parseFees).optional(),
}

export type PaymentConfig =
  | { provider: 'built-in-sandbox'; fees: PaymentFees }
  | {
      provider: 'midtrans'
      environment: 'sandbox' | 'production'
      serverKey: string
      clientKey: string
      merchantId: string | null
      snapBase: string
      coreBase: string
      scriptUrl: string
      fees: PaymentFees
    }

type Values = z.infer<z.ZodObject<typeof paymentSettings>> & {
  DATABASE_URL?: string | undefined
  DEMO?: string | undefined
}

/** Midtrans if configured; else the built-in sandbox, where nobody else reaches it or it is asked for. */
export function paymentConfig(values: Values, exposure: string | null): PaymentConfig {
  if (!values.MIDTRANS_SERVER_KEY && !values.MIDTRANS_CLIENT_KEY) {
    if (values.PAYMENT_PROVIDER === 'midtrans')
      throw new ConfigError(
        'MIDTRANS_SERVER_KEY: PAYMENT_PROVIDER=midtrans needs MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY',
      )
    if (exposure !== null && values.DEMO !== 'on' && values.PAYMENT_PROVIDER !== 'sandbox') {
      throw new ConfigError(
        `MIDTRANS_SERVER_KEY: ${exposure}, so set MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY, PAYMENT_PROVIDER=sandbox to run the payment sandbox, or DEMO=on to run it with demo accounts`,
      )
    }
    return { provider: 'built-in-sandbox', fees: values.MIDTRANS_FEES ?? sandboxFees }
  }
  if (!values.MIDTRANS_SERVER_KEY || !values.MIDTRANS_CLIENT_KEY) {
    throw new ConfigError('MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY go together: set both or neither')
  }
  if (values.PAYMENT_PROVIDER === 'sandbox')
    throw new ConfigError(
      'PAYMENT_PROVIDER: sandbox needs no MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY: remove one or the others',
    )
  const production = values.MIDTRANS_ENVIRONMENT === 'production'
  if (production && !values.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_URL: real payments need PostgreSQL, because the embedded database does not survive a power cut',
    )
  }
  const infix = production ? '' : '.sandbox'
  return {
    provider: 'midtrans',
    environment: values.MIDTRANS_ENVIRONMENT,
    serverKey: values.MIDTRANS_SERVER_KEY,
    clientKey: values.MIDTRANS_CLIENT_KEY,
    merchantId: values.MIDTRANS_MERCHANT_ID ?? null,
    snapBase: values.MIDTRANS_SNAP_BASE ?? `https://app${infix}.midtrans.com/snap/v1`,
    coreBase: values.MIDTRANS_CORE_BASE ?? `https://api${infix}.midtrans.com`,
    scriptUrl: values.MIDTRANS_SNAP_JS ?? `https://app${infix}.midtrans.com/snap/snap.js`,
    fees: values.MIDTRANS_FEES ?? {},
  }
}

/** Example fees for the ledger of a demo. */
const sandboxFees: PaymentFees = parseFees(
  'credit_card:2.9%+2000, bank_transfer:4000, echannel:4000, permata:4000, qris:0.7%',
)
