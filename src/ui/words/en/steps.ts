import type { AgentEvent, Ending } from '../../../domain/events';
import type { SkipReason } from '../../../domain/ledger';
import type { Place } from '../../../domain/observation';
import type { ToolErrorCode } from '../../../domain/outcome';
import type { AudioReason } from '../../../domain/tools/audio_quality';
import type { Enhancement } from '../../../domain/tools/enhance';
import type { QualityReason } from '../../../domain/tools/quality_gate';
import type { ToolName } from '../../../domain/tools/schemas';
import type { DaySource } from '../../state/observation.svelte';

/** The steps of a run. */
export const steps = {
  skip: {
    no_bird: 'no bird was found',
    quality_failed: 'the picture is too poor',
    not_needed: 'the first look was clear enough',
    not_in_pack: 'the model pack has no model for it',
    budget_spent: 'the limit for this run was reached',
  } satisfies Record<SkipReason, string>,
  /** What a tool does while it does it. */
  doing: {
    detect_bird: 'Looking for birds',
    quality_gate: 'Checking the picture',
    zoom_in: 'Looking closer',
    crop: 'Cutting out the bird',
    enhance: 'Improving the picture',
    audio_quality: 'Checking the recording',
    classify_image: 'Comparing with known birds',
    classify_sound: 'Listening for birds',
    geo_prior: 'Checking which birds live there',
  } satisfies Record<ToolName, string>,
  stage: {
    loading_model: 'Loading a model',
    checking_model: 'Checking the model on this device',
    preparing_place: 'Working out which birds live there',
    measuring: 'Measuring the recording',
    listening: 'Listening for birds',
  } satisfies Record<Extract<AgentEvent, { type: 'progress' }>['stage'], string>,
  /** What a tool is for, as the subject of "was not done". */
  task: {
    detect_bird: 'Looking for birds',
    quality_gate: 'Checking the picture',
    zoom_in: 'A closer look',
    crop: 'Cutting out the bird',
    enhance: 'Improving the picture',
    audio_quality: 'Checking the recording',
    classify_image: 'Comparing with known birds',
    classify_sound: 'Listening for birds',
    geo_prior: 'Checking which birds live there',
  } satisfies Record<ToolName, string>,
  failure: {
    unknown_tool: 'there is no such step',
    invalid_arguments: 'it was asked for in a way that makes no sense',
    unknown_image: 'the picture it needed does not exist',
    unknown_sound: 'the recording it needed does not exist',
    stretch_outside_sound: 'the part it was to listen to lies outside the recording',
    region_outside_image: 'the part it was to look at lies outside the picture',
    region_too_small: 'the part it was to look at is too small',
    view_limit: 'enough views of this photo were made already',
    unknown_taxon: 'it was asked about a bird that is not in the taxonomy',
    call_repeated: 'the same step had been done before',
    call_out_of_order: 'another step had to come first',
    reply_empty: 'the policy gave no answer',
    reply_not_json: 'the policy wrote a call that cannot be read',
    reply_without_action: 'the policy neither called a tool nor answered',
    reply_endless: 'the policy’s answer did not end',
    model_missing: 'its model is not in the pack',
    model_damaged: 'its model file is damaged and was not used',
    model_output_invalid: 'its model gave an answer that makes no sense',
    worker_lost: 'the browser stopped it; the run went on without it',
    timed_out: 'it took too long',
    out_of_memory: 'this device has too little memory for it',
    cancelled: 'it was cancelled',
    tool_crashed: 'it failed unexpectedly',
  } satisfies Record<ToolErrorCode, string>,
  quality: {
    bird_tiny: 'the bird is tiny',
    bird_small: 'the bird is small',
    blurred: 'it is blurred',
    soft: 'it is a little soft',
    dark: 'it is dark',
    bright: 'it is very bright',
    shadows_clipped: 'the shadows are black',
    highlights_clipped: 'the bright parts are burnt out',
    flat_contrast: 'it has little contrast',
  } satisfies Record<QualityReason, string>,
  recording: {
    too_short: 'it is too short',
    silent: 'there is nothing to hear',
    quiet: 'it is very quiet',
    clipped: 'it is too loud and distorted',
    noisy: 'noise covers the birds',
    mostly_silence: 'most of it is silence',
    hum: 'it has mains hum',
    wind: 'it has wind noise',
    human_voice: 'people are talking',
  } satisfies Record<AudioReason, string>,
  enhanced: {
    contrast: 'Raised the contrast for a second look.',
    brightness: 'Brightened the picture for a second look.',
    denoise: 'Smoothed out the noise for a second look.',
    sharpen: 'Sharpened the picture for a second look.',
  } satisfies Record<Enhancement, string>,
  /** A look at the very pixels of an earlier one. */
  repeatedLook: 'Saw the same picture as before, so it counts only once.',
  /** A part of a photo of unknown size. */
  somewhere: 'a part of the photo',
  /** Parts of a photo, from its upper left to its lower right. */
  where: [
    ['the upper left', 'the top', 'the upper right'],
    ['the left', 'the middle', 'the right'],
    ['the lower left', 'the bottom', 'the lower right'],
  ],
  ending: {
    concluded: '',
    calls_spent: 'The run reached its limit of steps; this is the verdict from what it had.',
    tokens_spent: 'The run reached its limit of words; this is the verdict from what it had.',
    time_spent: 'The run reached its time limit; this is the verdict from what it had.',
    cancelled: 'You cancelled the run; this is the verdict from what it had.',
    policy_failed: 'The planning failed; this is the verdict from what it had.',
  } satisfies Record<Ending, string>,
  placeSource: {
    exif: 'from the photo',
    typed: 'typed',
    map: 'from the map',
    device: 'from this device',
    search: 'by its name',
    given: 'given',
  } satisfies Record<Place['source'], string>,
  daySource: { exif: 'from the photo', recorded: 'when it was recorded', typed: 'typed' } satisfies Record<
    DaySource,
    string
  >,
};
