export { copyObject } from './copy-object.ts'
export { createFolderStore, type FolderStore } from './folder-store.ts'
export { StorageFailure, type ByteRange, type ObjectStore, type StoredObject } from './object-store.ts'
export { createS3Store, type S3Place, type S3Timing } from './s3-store.ts'
