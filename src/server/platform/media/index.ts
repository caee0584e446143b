export { addDocument } from './add-file.ts'
export { checkDocument, type CheckedDocument } from './check-document.ts'
export { documentDownload } from './document-download.ts'
export { examineMedia } from './examine-media.ts'
export { type Inspection } from './inspect-video.ts'
export {
  addVideo,
  findVideos,
  holdVideo,
  inspectBytes,
  mediaModule,
  videoBytesSql,
  type Media,
  type MediaDeps,
  type MediaUse,
  type UploadedVideo,
} from './media.ts'
export { storedVideos } from './stored-videos.ts'
export { createMediaStore, type MediaStore } from './media-store.ts'
export { createMediaServer } from './serve-media.ts'
export { signedUrls, type MediaGrant } from './signed-urls.ts'
export { uploadPath } from './upload-server.ts'
export { encodePicture, encodeUnlessEncoded, uploadsModule, type Received, type Uploads } from './uploads.ts'
export { type EncodedImage } from './encode.ts'
export { uploadsMentioned, type UploadsInUse } from './in-use.ts'
export { serveUpload } from './uploads-serve.ts'
