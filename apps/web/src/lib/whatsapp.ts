/** Opens WhatsApp with a text to send: to the phone (E.164), or without one to a chat that the user chooses. */
export const whatsAppLink = (text: string, phone = ''): string =>
  `https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(text)}`;
