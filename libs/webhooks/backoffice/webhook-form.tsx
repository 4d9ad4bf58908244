import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { eventsOptions, type WebhookFields } from './webhooks-data';

/** The fields of a webhook. */
export function WebhookFieldset({ form }: { form: UseFormReturn<WebhookFields> }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const { data, error, refetch } = useQuery(eventsOptions);
  if (data === undefined) return <NotLoaded error={error} refetch={refetch} />;
  return (
    <>
      <TextInput
        label="Name"
        description="What receives the events"
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register('name', { validate: (name) => name.trim() !== '' || 'Give the webhook a name' })}
      />
      <TextInput
        label="Address"
        description="Each event is sent there by POST"
        placeholder="https://"
        required
        type="url"
        autoComplete="off"
        error={errors.url?.message}
        {...register('url', { required: 'Enter the address of the receiver' })}
      />
      <Controller
        control={control}
        name="events"
        rules={{ validate: (events) => events.length > 0 || 'Choose at least one event' }}
        render={({ field, fieldState }) => (
          <Checkbox.Group
            label="Events"
            required
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          >
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="xs" mt="xs">
              {data.events.map(({ type, description }) => (
                <Checkbox key={type} value={type} label={description} description={type} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        )}
      />
    </>
  );
}

/** Shows the service's errors at the fields. */
export function showProblems({ setError }: UseFormReturn<WebhookFields>, error: Error): void {
  for (const { path, message } of fieldProblems(error)) {
    const [field] = path.split('.');
    if (field === 'name' || field === 'url' || field === 'events') setError(field, { message }, { shouldFocus: true });
  }
}
