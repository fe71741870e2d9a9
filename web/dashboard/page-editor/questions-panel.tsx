import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  MeasuringStrategy,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { Plus } from '../design/icons.ts';
import { keyFor, newQuestion, type QuestionDraft } from './question-draft.ts';
import { QuestionItem } from './question-item.tsx';

/** The most that a waitlist may have. */
const MOST_QUESTIONS = 10;

interface QuestionsPanelProps {
  readonly questions: readonly QuestionDraft[];
  /** By the path of a member, such as `questions.0.label`. */
  readonly errors: Readonly<Record<string, string>>;
  /** `field` names what was changed: typing on in it is one step. */
  readonly onChange: (field: string, questions: readonly QuestionDraft[]) => void;
}

/** What people are asked, in order. Loaded separately: few pages ask anything. */
export default function QuestionsPanel({ questions, errors, onChange }: QuestionsPanelProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const sensors = useSensors(
    // A press without a move opens the question.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (id: unknown) => questions.findIndex(question => question.id === id);

  function add(): void {
    const question = newQuestion(questions.map(({ key }) => key));
    setOpenId(question.id);
    onChange('add', [...questions, question]);
  }
  function edit(id: string, part: Partial<QuestionDraft>): void {
    const others = questions.filter(question => question.id !== id).map(({ key }) => key);
    onChange(
      `${id} ${Object.keys(part).join()}`,
      questions.map(question => {
        if (question.id !== id) return question;
        const next = { ...question, ...part };
        return next.isStored ? next : { ...next, key: keyFor(next.label, others) };
      }),
    );
  }
  return (
    <div className="questions">
      <h2 className="panel-title">Questions</h2>
      {questions.length === 0 ? (
        <EmptyState title="The form asks for an email, nothing else">
          Ask people a question when they join, or right after. Their answers tell you who is waiting, and who
          to invite first.
        </EmptyState>
      ) : (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          accessibility={{ announcements: announce(questions) }}
          // Questions fold while one is moved.
          measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
          onDragStart={() => setOpenId(null)}
          onDragEnd={({ active, over }) => {
            if (over && active.id !== over.id)
              onChange('order', arrayMove([...questions], indexOf(active.id), indexOf(over.id)));
          }}
        >
          <SortableContext items={questions.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
            <ol className="question-list">
              {questions.map((question, index) => (
                <QuestionItem
                  key={question.id}
                  question={question}
                  isOpen={openId === question.id}
                  onToggle={() => setOpenId(openId === question.id ? null : question.id)}
                  onEdit={part => edit(question.id, part)}
                  onRemove={() =>
                    onChange(
                      'remove',
                      questions.filter(({ id }) => id !== question.id),
                    )
                  }
                  errors={errorsAt(errors, index)}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      )}
      <Button
        variant="default"
        leftSection={<Plus size={16} aria-hidden />}
        disabled={questions.length >= MOST_QUESTIONS}
        onClick={add}
      >
        Add a question
      </Button>
      {questions.length >= MOST_QUESTIONS && <p className="quiet">A waitlist asks at most 10 questions.</p>}
    </div>
  );
}

/** What screen readers hear while a question is moved. */
function announce(questions: readonly QuestionDraft[]): Announcements {
  const place = (id: unknown) =>
    `number ${questions.findIndex(question => question.id === id) + 1} of ${questions.length}`;
  return {
    onDragStart: ({ active }) =>
      `Lifted ${place(active.id)}. Move it with the arrow keys, and drop it with Space.`,
    onDragOver: ({ over }) => (over ? `It would be ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) => (over ? `Dropped as ${place(over.id)}.` : 'Dropped.'),
    onDragCancel: () => 'Nothing was moved.',
  };
}

/** The errors of the question at an index, by member. */
function errorsAt(errors: Readonly<Record<string, string>>, index: number): Record<string, string> {
  const start = `questions.${index}.`;
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      path.startsWith(start) ? [[path.slice(start.length).split('.')[0] ?? '', message]] : [],
    ),
  );
}
