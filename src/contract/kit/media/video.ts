// Limits of an uploaded video, shared by the browser's check and the server's.

export const maximumVideoHours = 12
export const maximumVideoSeconds = maximumVideoHours * 3600

/** Codecs that the browsers of students play, by container. */
const playableCodecs = {
  mp4: { video: ['avc'], audio: ['aac'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
} as const

/** More than 8 bits, or colours in a finer grain than 4:2:0: H.264 High 10, 4:2:2 and 4:4:4, VP9 1 to 3, AV1 High and Professional. */
const uncertainProfiles = /^(?:avc[13]\.(?:2c|6e|7a|f4)|vp09\.0[1-3]|av01\.[12])/i

export const videoMessages = {
  missing: 'Unggah videonya dulu',
  noRoom: 'Ruang penyimpanan server tidak cukup untuk video ini',
  unknown: 'Unggahan ini tidak ditemukan. Unggah videonya sekali lagi.',
  unfinished: 'Video ini belum selesai diunggah',
  notVideo: 'Berkas ini bukan video MP4 atau WebM',
  quicktime: 'Berkas MOV atau MKV belum bisa dipakai. Simpan dulu sebagai MP4 (H.264).',
  noPicture: 'Berkas ini tidak berisi gambar, hanya suara',
  videoCodec: 'Kode gambar video ini tidak bisa diputar di semua peramban. Simpan sebagai MP4 dengan H.264, atau WebM.',
  videoProfile:
    'Video ini memakai warna 10 bit atau 4:2:2/4:4:4, yang tidak bisa diputar di semua peramban. Simpan sebagai H.264 8 bit, 4:2:0.',
  audioCodec:
    'Kode suara video ini tidak bisa diputar di semua peramban. Simpan suaranya sebagai AAC (MP4) atau Opus (WebM).',
  incomplete: 'Video ini terpotong atau rusak. Periksa berkasnya, lalu unggah lagi.',
  tooLong: `Video maksimal ${maximumVideoHours} jam. Bagi menjadi beberapa materi.`,
  tooShort: 'Video ini lebih pendek dari satu detik',
  source: 'Sumber video tidak dikenal',
  poster: 'Gambar sampul tidak dikenal. Ambil ulang dari video.',
} as const

export const tooLargeVideo = (maximumBytes: number): string =>
  `Video maksimal ${Math.floor(maximumBytes / 1024 / 1024).toLocaleString('id-ID')} MB`

export type VideoTracks = {
  container: 'mp4' | 'webm' | 'other'
  /** The codec of the picture; `none` without one, null for one that is not known. */
  video: string | null
  /** The codec with its profile as RFC 6381 writes it, such as `avc1.64001f`; null where it is not known. */
  profile: string | null
  audio: readonly (string | null)[]
  seconds: number
}

/** Why a video with these tracks cannot be used, as a sentence for its field; null when it can. */
export function rejectVideo({ container, video, profile, audio, seconds }: VideoTracks): string | null {
  if (container === 'other') return videoMessages.quicktime
  if (video === 'none') return videoMessages.noPicture
  const playable: { video: readonly (string | null)[]; audio: readonly (string | null)[] } = playableCodecs[container]
  if (!playable.video.includes(video)) return videoMessages.videoCodec
  if (profile !== null && uncertainProfiles.test(profile)) return videoMessages.videoProfile
  if (!audio.every((codec) => playable.audio.includes(codec))) return videoMessages.audioCodec
  if (seconds > maximumVideoSeconds) return videoMessages.tooLong
  return seconds < 1 ? videoMessages.tooShort : null
}
