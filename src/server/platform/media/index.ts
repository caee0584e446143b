export { checkDocument, type CheckedDocument } from './documents/check-document.ts'
export { documentDownload } from './documents/document-download.ts'
export { examineMedia } from './uploads/examine-media.ts'
export { type Inspection } from './uploads/inspect-video.ts'
export {
  addDocument,
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
export { createMediaServer } from './streaming/serve-media.ts'
export { signedUrls, type MediaGrant } from './streaming/signed-urls.ts'
export { uploadPath } from './uploads/upload-server.ts'
