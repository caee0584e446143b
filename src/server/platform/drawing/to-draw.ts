/** Text as it is drawn: letters with their accents as one character where there is one, and emoji one by one, since their fonts come in parts. */
export const toDraw = (text: string): string =>
  text
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D|\p{Emoji_Modifier}|\uFE0F/gu, '')
