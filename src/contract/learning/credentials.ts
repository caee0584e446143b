import * as z from 'zod/mini'
import { at, download, id, publicEndpoint } from '#contract/kit/endpoint.ts'

// For wallets and verifiers; no page calls them.

export const credentialsContract = {
  showCredential: publicEndpoint
    .meta({ access: 'public', anyOrigin: true })
    .route(
      at(
        'GET /certificates/{id}/credential',
        'The Open Badge (3.0) of a certificate: a Verifiable Credential as a signed token',
        { outputStructure: 'detailed' },
      ),
    )
    .input(z.object({ id }))
    .output(download),
  showCredentialStatus: publicEndpoint
    .meta({ access: 'public', anyOrigin: true })
    .route(
      at('GET /credentials/status/{list}', 'A Bitstring Status List of revoked credentials, as a signed token', {
        outputStructure: 'detailed',
      }),
    )
    .input(
      z.object({
        list: z.coerce.number('Nomor daftar tidak dikenal').check(
          z.int('Nomor daftar tidak dikenal'),
          z.minimum(0, 'Nomor daftar tidak dikenal'),
          // Each list has 131,072 certificates, which are counted in 31 bits.
          z.maximum(16_382, 'Nomor daftar tidak dikenal'),
        ),
      }),
    )
    .output(download),
}
