// What other scripts, extensions or a copied storage file can read of a session is ciphertext; its key never leaves
// this browser profile, not even as bytes. It does not protect against a script that runs in the page itself:
// that is what the content policy is for (docs/decisions).

const databaseName = 'cendaki'
const storeName = 'keys'
const keyName = 'session'

export type Cipher = { encrypt(text: string): Promise<string>; decrypt(text: string): Promise<string> }

/** Null where the browser has no crypto (plain http away from localhost) or no database (some private modes). */
export async function openCipher(): Promise<Cipher | null> {
  if (typeof crypto === 'undefined' || !crypto.subtle || typeof indexedDB === 'undefined') return null
  try {
    const key = await loadKey()
    return { encrypt: (text) => encrypt(key, text), decrypt: (text) => decrypt(key, text) }
  } catch {
    return null
  }
}

async function encrypt(key: CryptoKey, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...iv, ...sealed))
}

async function decrypt(key: CryptoKey, text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, 12) }, key, bytes.slice(12))
  return new TextDecoder().decode(plain)
}

async function loadKey(): Promise<CryptoKey> {
  const database = await openKeys()
  try {
    const stored = await settled<CryptoKey | undefined>(database.transaction(storeName).objectStore(storeName).get(keyName))
    if (stored) return stored
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    // `add` refuses a second key: two tabs that start together end up with the first one's.
    await settled(database.transaction(storeName, 'readwrite').objectStore(storeName).add(made, keyName)).catch(() => {})
    const kept = await settled<CryptoKey | undefined>(database.transaction(storeName).objectStore(storeName).get(keyName))
    return kept ?? made
  } finally {
    database.close()
  }
}

function openKeys(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return settled(request)
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser database refused'))
  })
}
