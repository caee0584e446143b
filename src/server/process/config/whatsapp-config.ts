import * as z from 'zod'
import { ConfigError } from './config-error.ts'
import { httpUrl } from './urls.ts'

export const whatsAppSettings = {
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'must be the id of the phone number, not the number')
    .optional(),
  WHATSAPP_TOKEN: z.string().min(1).optional(),
  WHATSAPP_APP_SECRET: z.string().min(1).optional(),
  WHATSAPP_API_BASE: httpUrl.default('https://graph.facebook.com/v23.0'),
}

export type WhatsAppConfig =
  | { provider: 'none' }
  | { provider: 'built-in-sandbox' }
  | { provider: 'meta'; base: string; phoneNumberId: string; token: string; appSecret: string }

type Values = z.infer<z.ZodObject<typeof whatsAppSettings>>

/** Meta with all keys; a sandbox where only this machine reaches it; else none. Whether anything is sent is a setting of the site. */
export function whatsAppConfig(values: Values, mayRun: boolean): WhatsAppConfig {
  const {
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    WHATSAPP_TOKEN: token,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_API_BASE: base,
  } = values
  if (!phoneNumberId && !token && !appSecret) return { provider: mayRun ? 'built-in-sandbox' : 'none' }
  if (!phoneNumberId || !token || !appSecret) {
    throw new ConfigError(
      'WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TOKEN and WHATSAPP_APP_SECRET go together: set all or none',
    )
  }
  return { provider: 'meta', base, phoneNumberId, token, appSecret }
}
