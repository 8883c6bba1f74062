import { isDict, text, useLocale, useToolOutput, useToolResponseMetadata } from "@chatui/runtime";
import type { FrameWords } from "@chatui/runtime/ui";

/** Everything that the widget says by itself; the frame speaks English unless told otherwise. */
const portuguese = {
  lang: "pt-BR",
  app: "Consultas médicas",
  frame: { loading: "Carregando…", cancelled: "Cancelado", stopped: "O pedido foi interrompido antes do fim." } as
    FrameWords | undefined,
  elsewhere: "Veja a resposta na conversa.",
  doctors: "Médicos encontrados",
  noDoctors: "Nenhum médico encontrado",
  noDoctorsText: "Tente outro nome, especialidade ou cidade.",
  slots: "Horários disponíveis",
  noSlots: "Nenhum horário disponível",
  which: "Qual destes médicos?",
  confirmed: "Consulta confirmada",
  when: "Data e horário",
  where: "Endereço",
  patient: "Paciente",
  phone: "Telefone",
  unnamed: "Médico sem nome",
  seeSlots: "Ver horários",
  choose: "Escolher",
  bookAt: (time: string): string => `Agendar ${time}`,
  pick: "Escolha um horário.",
  day: "Dia",
  times: (count: number): string => (count === 1 ? "1 horário" : `${count} horários`),
  ends: (digits: string): string => `final ${digits}`,
  looking: "Procurando horários…",
  booking: "Agendando…",
  asked: "Continue na conversa.",
  back: "Voltar",
  more: (more: number, total: number): string => `Mostrar mais ${more} de ${total}`,
  skipped: (count: number): string =>
    count === 1 ? "1 item não pôde ser mostrado." : `${count} itens não puderam ser mostrados.`,
  unsent: "Não foi possível enviar. Tente de novo.",
  askFailed: (what: string): string => `Não consegui agendar por aqui: ${what}. Verifique e, se preciso, agende.`,
  askSlots: (who: string): string => `Mostre os horários disponíveis de ${who}.`,
  askBooking: (what: string): string =>
    `Quero agendar uma consulta: ${what}. Antes, pergunte o nome completo e o telefone do paciente.`,
};

export type Words = typeof portuguese;

const english: Words = {
  lang: "en",
  app: "Medical appointments",
  frame: undefined,
  elsewhere: "The answer is in the conversation.",
  doctors: "Doctors found",
  noDoctors: "No doctors found",
  noDoctorsText: "Try another name, specialty or city.",
  slots: "Available times",
  noSlots: "No times available",
  which: "Which of these doctors?",
  confirmed: "Appointment confirmed",
  when: "Date and time",
  where: "Address",
  patient: "Patient",
  phone: "Phone",
  unnamed: "Unnamed doctor",
  seeSlots: "See times",
  choose: "Choose",
  bookAt: (time) => `Book ${time}`,
  pick: "Choose a time.",
  day: "Day",
  times: (count) => (count === 1 ? "1 time" : `${count} times`),
  ends: (digits) => `ending in ${digits}`,
  looking: "Looking for times…",
  booking: "Booking…",
  asked: "Continue in the conversation.",
  back: "Back",
  more: (more, total) => `Show ${more} more of ${total}`,
  skipped: (count) => (count === 1 ? "1 entry could not be shown." : `${count} entries could not be shown.`),
  unsent: "The message could not be sent. Try again.",
  askFailed: (what) => `I could not book from here: ${what}. Check, and book if need be.`,
  askSlots: (who) => `Show the available times of ${who}.`,
  askBooking: (what) =>
    `I want to book an appointment: ${what}. First ask for the patient's full name and phone number.`,
};

/** Portuguese or English, as the app itself chooses between them. */
export function wordsFor(locale: string): Words {
  return /^pt\b/i.test(locale) ? portuguese : english;
}

/** In the language of the result, whose texts stand among these; until it says one, in the host's. */
export function useWords(): Words {
  const meta = useToolResponseMetadata();
  const output = useToolOutput();
  const locale = useLocale();
  return wordsFor(text(meta?.["language"]) || text(isDict(output) && output["language"]) || locale);
}
