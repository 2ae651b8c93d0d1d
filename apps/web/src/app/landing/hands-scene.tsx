import classes from './hands-scene.module.css';
import { Curls, FeltHat, Person, Plait, StrawHat } from './scene-people.tsx';

/** Half the distance between two people, where their hands meet. */
const REACH = 52;
const ARMS = `M-12 -102Q-30 -84 -${REACH} -76M12 -102Q30 -84 ${REACH} -76`;

const people = [
  { skin: '#c58a5e', ruana: ['#b4482b', '#fbf1dd', '#1d2a26'], trousers: '#44586b', head: <Plait /> },
  { skin: '#6f4028', ruana: ['#2f6f9f', '#f2b33d', '#fbf8f2'], trousers: '#5c4334', head: <Curls /> },
  { skin: '#9a5c3a', ruana: ['#f2b33d', '#b4482b', '#fbf8f2'], trousers: '#3d4f78', head: <StrawHat /> },
  { skin: '#c58a5e', ruana: ['#0e5e4e', '#f2b33d', '#fbf1dd'], trousers: '#5c4334', head: <Plait /> },
  { skin: '#9a5c3a', ruana: ['#fbf1dd', '#2f6f9f', '#b4482b'], trousers: '#44586b', head: <FeltHat /> },
  { skin: '#6f4028', ruana: ['#b4482b', '#f2b33d', '#fbf8f2'], trousers: '#3d4f78', head: <Plait /> },
  {
    skin: '#c58a5e',
    ruana: ['#2f6f9f', '#fbf8f2', '#f2b33d'],
    trousers: '#5c4334',
    head: <StrawHat band="#0e5e4e" />,
  },
  { skin: '#6f4028', ruana: ['#0e5e4e', '#fbf1dd', '#f2b33d'], trousers: '#44586b', head: <Curls /> },
  { skin: '#c58a5e', ruana: ['#f2b33d', '#0e5e4e', '#b4482b'], trousers: '#3d4f78', head: <FeltHat /> },
] as const;

/** The people of the woven border, hand in hand in front of the hills. */
export const HandsScene = () => (
  <svg
    viewBox="0 0 1200 300"
    preserveAspectRatio="xMidYMax slice"
    className={classes.scene}
    role="img"
    aria-label="Una fila de personas tomadas de la mano, con las montañas al fondo."
  >
    <path
      d="M0 300V190L150 90Q166 80 182 92L300 186L440 60Q458 46 478 62L610 180L742 96Q758 86 774 98L880 180L1010 84Q1026 74 1044 86L1200 190V300Z"
      className={classes.far}
    />
    <path d="M0 300V226Q160 170 330 208T640 200T940 206T1200 190V300Z" className={classes.near} />
    <path d="M0 300V272Q200 236 420 258T820 254T1200 266V300Z" className={classes.ground} />
    {people.map(({ skin, ruana, trousers, head }, index) => (
      <Person
        // Their order never changes.
        key={`${skin} ${ruana[0]}`}
        at={[600 + (index - 4) * 2 * REACH, 292]}
        isTurned={index > 4}
        skin={skin}
        ruana={ruana}
        trousers={trousers}
        head={head}
        armBehind={ARMS}
      />
    ))}
  </svg>
);
