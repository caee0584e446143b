import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { ApiClient } from '#contract/client.ts'
import type { Session } from '#contract/identity/identity.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { securityApi } from './security-api.ts'

// The contract describes only what the server itself needs of these; the rest is between the library on both sides.
type NewPasskeyInput = Parameters<ApiClient['twoStep']['addPasskey']>[0]
type SignatureInput = Parameters<ApiClient['twoStep']['signInWithPasskey']>[0]['response']

/** Asks the device for a new passkey. Rejects when the user or the device declines; see `passkeyFailure`. */
export async function createPasskey(client: ApiClient, name: string): Promise<void> {
  const calls = securityApi(client)
  const { data } = await calls.makePasskeyOptions()
  const response = await startRegistration({ optionsJSON: data as unknown as PublicKeyCredentialCreationOptionsJSON })
  await calls.addPasskey({ name, response: response as unknown as NewPasskeyInput['response'] })
}

/** Asks the device for a signature with a passkey of this site. */
export async function signWithPasskey(open: ApiClient): Promise<SignatureInput> {
  const { data } = await securityApi(open).makePasskeySignInOptions()
  const response = await startAuthentication({ optionsJSON: data as unknown as PublicKeyCredentialRequestOptionsJSON })
  return response as unknown as SignatureInput
}

/** The session, or the message of the failure. */
export async function signInWithPasskey(open: ApiClient): Promise<Session | string> {
  try {
    const response = await signWithPasskey(open)
    return (await securityApi(open).signInWithPasskey({ response })).data
  } catch (error) {
    return passkeyFailure(error) ?? failureText(error, identityText.signInFailed, identityText.connectionFailed)
  }
}

/** The message when the browser made no passkey or signature; null for a failure of a call. */
export function passkeyFailure(error: unknown): string | null {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'Perangkat ini sudah punya passkey untuk akunmu.'
  const { name } = error instanceof Error ? error : { name: '' }
  if (name === 'NotAllowedError' || name === 'AbortError') return 'Passkey dibatalkan, atau waktunya habis. Coba lagi.'
  if (name === 'InvalidStateError') return 'Perangkat ini sudah punya passkey untuk akunmu.'
  if (name === 'SecurityError') return 'Passkey tidak bisa dipakai di alamat ini.'
  if (name === 'NotSupportedError' || error instanceof WebAuthnError) return 'Perangkat ini tidak mendukung passkey.'
  return null
}
