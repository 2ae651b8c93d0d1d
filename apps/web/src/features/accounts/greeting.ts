import { type NamedUser, preferredName } from './model.ts';

type Form = 'feminine' | 'masculine' | 'neutral';

const words: Record<Form, string> = {
  feminine: '¡Bienvenida',
  masculine: '¡Bienvenido',
  neutral: '¡Te damos la bienvenida',
};

/** The values that users and older clients have stored in the field (docs/rules.md R2.13). */
const forms = new Map<string, Form>([
  ['female', 'feminine'],
  ['mujer', 'feminine'],
  ['f', 'feminine'],
  ['male', 'masculine'],
  ['hombre', 'masculine'],
  ['m', 'masculine'],
  ['neutral', 'neutral'],
]);

/** The greeting in the form that the user chose, else in the form of their first name, else in the neutral form. */
export function greeting(person: NamedUser & { gender?: string | null }): string {
  const name = preferredName(person);
  const chosen = forms.get(person.gender?.trim().toLowerCase() ?? '');
  return `${words[chosen ?? formOfName(name)]}, ${name}!`;
}

function formOfName(name: string): Form {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const first = plain.match(/\p{L}+/u)?.[0] ?? '';
  if (feminineNames.has(first)) return 'feminine';
  return masculineNames.has(first) ? 'masculine' : 'neutral';
}

const nameSet = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

/*
 * First names that are common in Colombia and in Spanish, in lower case and without accents, to greet users who have not
 * chosen a greeting (docs/rules.md R2.13). Unisex names (Guadalupe, Trinidad, Ariel, Alexis, Cruz, Yuri, Denis, Alex…)
 * are in neither list.
 */
export const feminineNames = nameSet(`
  abigail ada adela adelaida adelina adriana agatha agueda aida ainhoa aitana alba alejandra alexa alexandra alicia alina
  alma altagracia amalia amanda amelia america amparo ana anabel anabella analia anastasia andrea angela angeles angelica
  angelina angie anita antonella antonia aracely araceli ariadna ariana arlet arlette ascension astrid asuncion aura aurelia
  aurora azucena barbara beatriz begona belen belinda benilda berenice bernarda berta bertha betty bianca bibiana blanca
  brenda briana brigida brigitte camila candelaria candida caridad carla carlota carmelina carmen carmenza carolina catalina
  catherin catherine cecilia celeste celia celina celmira chiquinquira clara clarisa claudia clemencia cleotilde concepcion
  constanza consuelo cristina dalia damaris dana daniela danna danelly dayana deisy deicy delia denisse derly diana digna
  dilia dina dolores dora doralba doris dulce edelmira edilma edith edna eleonora elena eliana elina elisa elisabet elizabeth
  elodia eloisa elsa elsy elvia elvira ema emilce emilia emiliana emily emma encarnacion enriqueta erica erika ermelinda
  esmeralda esneda esperanza estefania estefany estela estella ester esther etelvina eugenia eulalia eva evangelina evelin
  evelyn fabiola fanny fatima felisa felicidad fernanda filomena flavia flor flora florencia floralba francisca franca
  francia gabriela genoveva georgina geraldine gertrudis gilma gina gisela giselle gladis gladys gloria graciela grecia
  greta griselda hannah haydee heidy helena herminia hilda hortensia ibeth ida idalia iliana ilda ines ingrid irene iris irma
  isabel isabela isabella isaura ivonne ivone jackeline jacqueline jasmin jazmin jenifer jennifer jenny jessica jesica
  jhoana jimena joana johana johanna josefa josefina juana juanita judith julia juliana julieta karen karina karla karol
  katerine katherin katherine katia kelly keila kimberly lady laura lauren leidy leydi leidi leila leonela leonor leticia
  libia lidia ligia lilia liliana lina liseth lizeth lizbeth lola loreley lorena lorenza lourdes lucelly lucero lucia luciana
  lucila lucrecia luisa luisana luna luz luzmila mabel macarena mafe magaly magda magdalena magnolia maite manuela mar
  mara maura marcela margarita margot mari maria mariana marianela maribel maricela maricel maricruz mariela marina marisol
  maritza marlen marleny marlene marta martha martina maruja mary maryluz maryuri matilde mayerly mayra melba melisa melissa
  mercedes merly meryi michelle milagros milena mireya miriam myriam mirta monica montserrat nadia nancy narcisa natalia
  nathalia nathaly nayeli neila nelcy nelly nelsy nereida nery nicol nicole nidia nydia nieves nini ninfa noelia noemi nohora
  nohemi nora norma nubia nuria obdulia ofelia olga olivia orfelina orfilia paloma pamela paola pastora patricia paula
  paulina perla petra piedad pilar priscila purificacion ramona raquel rebeca regina renata rita roberta rocio rosa rosalba
  rosalia rosalina rosalinda rosana rosario rosaura rosemary roxana rubiela rubi ruby rut ruth sabina sabrina salome samanta
  samantha sandra sara sarah sarita saskia selena serena shirley silvana silvia socorro sofia sol soledad sonia soraya stefania
  stefany stella stephanie susana tamara tania tatiana telma teodora teresa teresita tomasa ubaldina uberlinda ursula
  valentina valeria vanesa vanessa vera veronica vicenta victoria vilma viola violeta virginia viviana waleska wendy xiomara
  ximena yadira yamile yamileth yaneth janeth yanira yaqueline yasmin yeimy yeimi yenifer yenny yeny yesenia yesica yessica
  yineth yisela yohana yolanda yolima yudy yuliana yulieth yuliet zenaida zoila zoraida zulma zuleima zully
`);

export const masculineNames = nameSet(`
  aaron abel abelardo abraham adalberto adan adolfo adonis adrian agustin albeiro alberto aldemar aldo alejandro alejo
  alexander alfonso alfredo alirio alonso alvaro amadeo amado amilcar anatolio andres angel angelo anibal anselmo antonio
  apolinar arcadio arcesio aristides aristobulo arley arlex armando arnoldo arnulfo arsenio arturo atanasio augusto aureliano
  aurelio baldomero baltasar bartolome basilio baudilio benedicto benigno benito benjamin bernabe bernardo boris braulio
  brayan bryan bruno byron calixto camilo carlos casimiro cayetano cecilio celestino celso cesar christian cipriano ciro
  claudio clemente conrado constantino cornelio cristhian cristian cristobal custodio dagoberto damian daniel danilo dario
  david deiber deivid deiby delfin demetrio desiderio diego diogenes dionisio domingo donato duban duvan eberto edgar edgardo
  edilberto edilson edinson edison edmundo edson eduar eduardo eduard edward edwar edwin efrain efren egidio elber elder
  eleazar eleuterio elias eliecer eliseo elkin eloy elver emanuel emerson emeterio emigdio emiliano emilio emmanuel enrique
  epifanio erasmo eric erick ernesto esneider estanislao esteban eugenio eusebio eustaquio evaristo evelio ever everardo
  ezequiel fabian fabio fabricio facundo faustino fausto federico feliciano felipe felix fermin fernando fidel fidencio
  filiberto flaminio florentino floro francisco franco franklin freddy fredy froilan gabriel gael genaro gerardo german
  geronimo gerson gervasio gilberto gildardo giovanni giovanny gonzalo gregorio guido guillermo gumersindo gustavo harold
  harol haroldo hector heber heberto helmer henry heriberto herman hermes hermogenes hernan hernando herney higinio hilario
  hipolito homero horacio hugo humberto ignacio indalecio isaac isaias isidoro isidro ismael israel ivan jacinto jacobo jader
  jaime jairo james janer javier jefferson jeferson jeison jeisson jeremias jeronimo jerson jesus jeyson jhon jhonatan jhonny
  joaquin johan john johnny jonathan jonatan jorge jose joshua josue jovani juan juancho julian julio justiniano justino
  justo juvenal kevin ladislao lazaro leandro leon leonardo leonel leonidas leopoldo lisandro lizardo lorenzo lucas luciano
  lucio luis macario manuel marcelino marcelo marco marcos mariano marino mario marlon martin mateo matias mauricio mauro
  maximiliano maximino maximo medardo melquiades miguel milciades milton misael modesto moises nabor napoleon narciso nelson
  nemesio nestor nicanor nicolas nilson nixon noe norberto norbey norman octavio odilio olmedo omar onofre orlando oscar
  osvaldo oswaldo otoniel ovidio pablo pascual pastor patricio paulino paulo pedro pepe placido plinio policarpo pompilio
  porfirio primitivo prospero rafael raimundo ramiro ramon raul raymundo reinaldo reinel rene reynaldo ricardo rigoberto
  roberto robinson rodolfo rodrigo rogelio rolando roman romulo ronald ronaldo roque rosendo ruben rufino rusbel salomon
  salvador samir samuel santiago saturnino saul sebastian segundo serafin sergio servio severiano severo sigifredo silvestre
  silvio simon tadeo teodoro teofilo thiago tiago tiberio timoteo tito tobias tomas tulio ubaldo uriel valentin valerio
  vicente victor victoriano vidal virgilio vladimir walter wilber wilder wilfredo wilfrido william willian wilmar wilmer wilson
  wilton yamid yair yeferson yeison yerson yesid yhon yohan yovany zacarias
`);
