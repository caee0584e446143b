declare module 'qrcode/lib/core/qrcode.js' {
  import type { create } from 'qrcode'

  const qrcode: { create: typeof create }
  export default qrcode
}
