//! The part of a run that a command plays: as the user says, or as the scheduler of a job array does.

mod array;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::game::InputError;
use crate::tournament::Shard;
use anyhow::{anyhow, bail};

use array::Array;

/// The option of the command that plays parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ShardArg {
    /// This part.
    Part(Shard),
    /// The part of this task of a job array.
    Auto {
        /// The number of parts; without one, the scheduler has to know it.
        of: Option<u64>,
    },
}

impl ShardArg {
    /// Returns the part that a command plays into a folder of all parts, with its own folder.
    ///
    /// # Errors
    /// Those of [`shard_of_task`].
    pub(super) fn part(self, mut folder: PathBuf) -> anyhow::Result<(Shard, PathBuf)> {
        match self {
            Self::Part(shard) => Ok((shard, folder)),
            Self::Auto { of } => {
                let shard = shard_of_task(of, &folder, |name| std::env::var(name).ok())?;
                folder.push(shard.to_string().replace('/', "-of-"));
                Ok((shard, folder))
            }
        }
    }
}

impl FromStr for ShardArg {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let of = match text.strip_prefix("auto") {
            Some("") => None,
            Some(of) => match of.strip_prefix('/').and_then(|of| of.parse().ok()).filter(|&of| of > 0) {
                Some(of) => Some(of),
                None => {
                    return Err(InputError::new(
                        "",
                        "",
                        format!("{text:?}"),
                        "auto, or auto/N with N from 1",
                    ));
                }
            },
            None => return text.parse().map(Self::Part),
        };
        Ok(Self::Auto { of })
    }
}

/// What a scheduler tells its tasks in environment variables.
struct Scheduler {
    name: &'static str,
    /// The variable with the number of the task.
    index: &'static str,
    /// The number of the first task.
    first: First,
    /// The variables with the number of tasks, or of the last one where tasks count from 1; the first that is set counts.
    count: &'static [&'static str],
}

impl Scheduler {
    /// Returns whether its tasks are the processes of one job, all of which are there.
    fn is_of_processes(&self) -> bool {
        matches!(self.first, First::OfProcesses)
    }
}

/// The number of the first task of an array.
#[derive(Clone, Copy)]
enum First {
    /// Always this.
    Is(u64),
    /// As this variable says of the tasks that were submitted: 0 or 1, or they are only some of an array.
    Says(&'static str),
    /// 0; and the tasks are processes that were started together.
    OfProcesses,
}

/// The schedulers, arrays before the processes of one job. The first is for those that pass on nothing by
/// themselves, such as HTCondor; the last counts only if no other does.
const SCHEDULERS: [Scheduler; 11] = [
    Scheduler {
        name: "TRADEWINDS_SHARD_INDEX",
        index: "TRADEWINDS_SHARD_INDEX",
        first: First::Is(0),
        count: &["TRADEWINDS_SHARDS"],
    },
    Scheduler {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        first: First::Says("SLURM_ARRAY_TASK_MIN"),
        count: &["SLURM_ARRAY_TASK_COUNT"],
    },
    Scheduler { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", first: First::Is(0), count: &[] },
    Scheduler {
        name: "AWS Batch",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        first: First::Is(0),
        count: &["AWS_BATCH_JOB_ARRAY_SIZE"],
    },
    Scheduler {
        name: "Grid Engine",
        index: "SGE_TASK_ID",
        first: First::Says("SGE_TASK_FIRST"),
        count: &["SGE_TASK_LAST"],
    },
    Scheduler { name: "PBS", index: "PBS_ARRAY_INDEX", first: First::Is(1), count: &[] },
    Scheduler { name: "Torque", index: "PBS_ARRAYID", first: First::Is(1), count: &[] },
    Scheduler { name: "LSF", index: "LSB_JOBINDEX", first: First::Is(1), count: &["LSB_JOBINDEX_END"] },
    Scheduler {
        name: "Open MPI",
        index: "OMPI_COMM_WORLD_RANK",
        first: First::OfProcesses,
        count: &["OMPI_COMM_WORLD_SIZE"],
    },
    Scheduler { name: "MPI", index: "PMI_RANK", first: First::OfProcesses, count: &["PMI_SIZE"] },
    Scheduler {
        name: "srun",
        index: "SLURM_PROCID",
        first: First::OfProcesses,
        count: &["SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"],
    },
];

/// Finds the part of a run that belongs to this task of a job array, and lets the folder of all parts remember the
/// array; `of` is the number of parts, and `variable` reads the environment.
///
/// # Errors
/// No scheduler or several have numbered the task, or it is not known of which array it is one.
fn shard_of_task(
    of: Option<u64>,
    folder: &Path,
    variable: impl Fn(&str) -> Option<String>,
) -> anyhow::Result<Shard> {
    let (shard, array) = find(of, Array::remembered(folder)?, folder, variable)?;
    array.remember(folder, shard.number())?;
    Ok(shard)
}

/// Finds the part of a run that belongs to this task, and the array of the task; `before` is the array whose tasks have
/// played into `folder`.
fn find(
    of: Option<u64>,
    before: Option<Array>,
    folder: &Path,
    variable: impl Fn(&str) -> Option<String>,
) -> anyhow::Result<(Shard, Array)> {
    // Grid Engine says `undefined` outside of an array, and LSF 0.
    let set = |name: &str| {
        variable(name).filter(|value| {
            !value.is_empty() && value != "undefined" && !(name == "LSB_JOBINDEX" && value == "0")
        })
    };
    let scheduler = scheduler(&set)?;
    let Scheduler { name, index, .. } = scheduler;
    let text = set(index).unwrap_or_default();
    let task: u64 = text.parse().map_err(|_| anyhow!("--shard auto: {index} is {text:?}, not a number"))?;
    let array = array(scheduler, &set, task, of, before, folder)?;
    let Array { tasks, first } = array;
    let shard = task.checked_sub(first).and_then(|place| Shard::new(place + 1, tasks));
    let shard = shard.ok_or_else(|| {
        let last = first + tasks - 1;
        anyhow!(
            "--shard auto: {index} is {task}, but {tasks} parts are the tasks {first} to {last} of {name}"
        )
    })?;
    Ok((shard, array))
}

/// Finds the scheduler that has numbered the task.
fn scheduler(set: &impl Fn(&str) -> Option<String>) -> anyhow::Result<&'static Scheduler> {
    let [arrays @ .., srun] = &SCHEDULERS;
    // A process that mpirun started alone, as one task of an array, is no array.
    let is_alone =
        |scheduler: &Scheduler| scheduler.is_of_processes() && number(set, scheduler.count) == Some(1);
    let mut found: Vec<&Scheduler> = arrays.iter().filter(|own| set(own.index).is_some()).collect();
    if found.len() > 1 {
        found.retain(|scheduler| !is_alone(scheduler));
    }
    match found[..] {
        [one] => {
            // Each task of a Slurm array has a number in its job, too; processes of a step would share its part.
            let steps = number(set, &srun.count[..1]).filter(|_| set(srun.index).is_some());
            if let Some(steps) = steps.filter(|&steps| steps > 1 && !one.is_of_processes()) {
                bail!(
                    "--shard auto: {} is set, but srun started {steps} processes in this task, which would play the same \
                     part; say the part with --shard I/N",
                    one.index
                );
            }
            Ok(one)
        }
        // What the user has set wins.
        [own, ..] if own.index == SCHEDULERS[0].index => Ok(own),
        [first, second, ..] => bail!(
            "--shard auto: both {} and {} are set; say the part with --shard I/N",
            first.index,
            second.index
        ),
        [] if set(srun.index).is_some() => Ok(srun),
        [] => {
            let names: Vec<&str> = SCHEDULERS.iter().map(|scheduler| scheduler.index).collect();
            bail!(
                "--shard auto: this is no task of a job array, none of {} is set; say the part with --shard I/N",
                names.join(", ")
            );
        }
    }
}

/// Returns the number in the first of the variables that is set.
fn number(set: &impl Fn(&str) -> Option<String>, names: &[&str]) -> Option<u64> {
    names.iter().find_map(|name| set(name))?.parse().ok()
}

/// Finds the array of a task: by what the scheduler says, by the number of parts, and by the array before.
fn array(
    scheduler: &Scheduler,
    set: &impl Fn(&str) -> Option<String>,
    task: u64,
    of: Option<u64>,
    before: Option<Array>,
    folder: &Path,
) -> anyhow::Result<Array> {
    let name = scheduler.name;
    let submitted = submitted(scheduler, set, task);
    let Some(tasks) = of.or_else(|| known(scheduler, &submitted, before)) else {
        if !submitted.is_whole {
            bail!(
                "--shard auto: the tasks of this {name} array are not 1 to N or 0 to N - 1; say of how many parts this is \
                 one with --shard auto/N"
            );
        }
        bail!("--shard auto: {name} does not say how many tasks there are; say it with --shard auto/N");
    };
    let first = match submitted.first(tasks) {
        Some(first) => first,
        None => match before.filter(|before| before.tasks == tasks) {
            Some(before) => before.first,
            None => bail!(
                "--shard auto: this is task {task} of a {name} array of which only some were submitted, and {} does not say \
                 whether the {tasks} tasks of all parts are 0 to {} or 1 to {tasks}; say the part with --shard I/{tasks}",
                folder.display(),
                tasks - 1
            ),
        },
    };
    let array = Array { tasks, first };
    if let Some(before) = before.filter(|&before| before != array) {
        let Array { tasks: old, first: from } = before;
        bail!(
            "--shard auto: {} has parts of the tasks {from} to {}, but those of this array are {first} to {}, which would \
             be other parts; choose another folder with --out, or say the part with --shard I/{old}",
            folder.display(),
            from + old - 1,
            first + tasks - 1
        );
    }
    Ok(array)
}

/// The tasks that were submitted, which may be some of an array.
struct Submitted {
    /// The number of the first, if that is known.
    lowest: Option<u64>,
    /// The number of the last, if that is known.
    highest: Option<u64>,
    /// The number of tasks, if that is known.
    count: Option<u64>,
    /// Whether they can be all tasks of an array.
    is_whole: bool,
    /// The number of the first task of the array, where it is always the same.
    first: Option<u64>,
}

impl Submitted {
    /// Returns the number of the first task of an array of this many; `None` if it cannot be told from those that
    /// were submitted.
    fn first(&self, tasks: u64) -> Option<u64> {
        self.first.or(match (self.lowest, self.highest) {
            (Some(0), _) => Some(0),
            (_, Some(highest)) if highest >= tasks => Some(1),
            (Some(1), None) => Some(1),
            _ => None,
        })
    }
}

/// Returns the number of tasks of the array, if the scheduler or the array before says so.
fn known(scheduler: &Scheduler, submitted: &Submitted, before: Option<Array>) -> Option<u64> {
    let count = submitted.count.filter(|_| submitted.is_whole);
    match before {
        // Some of its tasks may look like an array of their own. Processes are always all there.
        Some(before) if !scheduler.is_of_processes() && count.is_none_or(|count| count < before.tasks) => {
            Some(before.tasks)
        }
        _ => count,
    }
}

/// Reads which tasks were submitted.
fn submitted(scheduler: &Scheduler, set: &impl Fn(&str) -> Option<String>, task: u64) -> Submitted {
    let count = number(set, scheduler.count);
    match scheduler.first {
        First::Is(first) => {
            Submitted { lowest: None, highest: None, count, is_whole: true, first: Some(first) }
        }
        First::OfProcesses => {
            Submitted { lowest: Some(0), highest: None, count, is_whole: true, first: Some(0) }
        }
        First::Says(says) if scheduler.name == "Grid Engine" => {
            let lowest = number(set, &[says]).unwrap_or(1);
            let is_dense = number(set, &["SGE_TASK_STEPSIZE"]).is_none_or(|step| step == 1);
            let is_whole = is_dense && lowest == 1;
            // Its tasks never begin at 0.
            Submitted { lowest: Some(lowest), highest: count, count, is_whole, first: Some(1) }
        }
        First::Says(says) => {
            let lowest = number(set, &[says]).or(Some(task.min(1)));
            let highest = number(set, &["SLURM_ARRAY_TASK_MAX"]);
            let is_whole = lowest.is_none_or(|lowest| {
                lowest <= 1 && highest.zip(count).is_none_or(|(highest, count)| highest + 1 == lowest + count)
            });
            Submitted { lowest, highest, count, is_whole, first: None }
        }
    }
}

#[cfg(test)]
mod tests;
