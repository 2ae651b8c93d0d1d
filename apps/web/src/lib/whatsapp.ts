/** Opens WhatsApp with a text to send: to the phone (E.164), or to a chat that the user chooses. */
export const whatsAppLink = (text: string, phone: string | null = null): string =>
  `https://wa.me/${phone === null ? '' : phone.slice(1)}?text=${encodeURIComponent(text)}`;
