export { createUploads, type Received, type Uploads } from './uploads.ts'
export { type EncodedImage, type UploadKind } from './encode.ts'
export { answerUpload } from './serve.ts'
export { createUploadRoutes } from './routes.ts'
