import type { ComponentProps } from 'react';
import { PageSection } from '../../../components/page/page-section.tsx';
import { type SectionId, sectionTitles } from './sections.ts';

type Props = Omit<ComponentProps<typeof PageSection>, 'id' | 'title'> & { id: SectionId };

/** One section of the profile, to which the section index links. */
export const ProfileSection = (props: Props) => <PageSection {...props} title={sectionTitles[props.id]} />;
