/** An attendance in a response: one person with a place, without answers, arrival or code. */
export const plainAttendance = {
  phone: '',
  answers: [],
  claims: [],
  companions: 0,
  status: 'confirmed',
  position: null,
  offerExpiresAt: null,
  askedAgainAt: null,
  reconfirmed: null,
  code: null,
  checkedInAt: null,
  checkedInBy: null,
  hours: null,
};
