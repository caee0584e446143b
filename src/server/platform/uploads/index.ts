export { encodePicture, encodeUnlessEncoded, uploadsModule, type Received, type Uploads } from './uploads.ts'
export { type EncodedImage } from './encode.ts'
export { uploadsMentioned, type UploadsInUse } from './in-use.ts'
export { serveUpload } from './serve.ts'
