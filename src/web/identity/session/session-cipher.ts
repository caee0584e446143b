// Sessions are encrypted with a non-extractable key, so a copied storage file reveals no session. Scripts that run in the page
// are not covered: the content security policy is for them (docs/decisions).

const databaseName = 'cendaki'
const storeName = 'keys'
const keyName = 'session'

export type Cipher = { encrypt(text: string): Promise<string>; decrypt(text: string): Promise<string> }

/** Null when the browser has no Web Crypto (plain http except localhost) or no IndexedDB (some private modes). */
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
  const ciphertext = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text)),
  )
  return btoa(String.fromCharCode(...iv, ...ciphertext))
}

async function decrypt(key: CryptoKey, text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, 12) }, key, bytes.slice(12))
  return new TextDecoder().decode(plain)
}

async function loadKey(): Promise<CryptoKey> {
  const database = await openKeyDatabase()
  try {
    const stored = await toPromise<CryptoKey | undefined>(
      database.transaction(storeName).objectStore(storeName).get(keyName),
    )
    if (stored) return stored
    const created = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    // `add` fails when a key exists, so two tabs that start together both use the first key.
    await toPromise(database.transaction(storeName, 'readwrite').objectStore(storeName).add(created, keyName)).catch(
      () => {},
    )
    const current = await toPromise<CryptoKey | undefined>(
      database.transaction(storeName).objectStore(storeName).get(keyName),
    )
    return current ?? created
  } finally {
    database.close()
  }
}

function openKeyDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return toPromise(request)
}

function toPromise<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The IndexedDB request failed'))
  })
}
