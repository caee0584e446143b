import { expect, test } from 'vitest'
import { notificationSignature } from './protocol-signature.ts'

test('the signature matches a recorded example', () => {
  expect(notificationSignature('TRX-20261121-0001', '200', '89000.00', 'SB-Mid-server-TEST')).toBe(
    'd6ca67b324d3e3735aba894e1036a18b35ba7c7faa60ed704ba3f28ebfcf38df6cecc83efe87a28b7df46824bd41a6a90859bf610e79f1b7e83ca93f313e6666',
  )
})
