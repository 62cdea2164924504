//! The part of a run that a command plays: as the user says, or as the scheduler of a job array does.

use std::str::FromStr;

use anyhow::{anyhow, bail};
use tradewinds::game::InputError;
use tradewinds::tournament::Shard;

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
    /// The number of the first task, where the scheduler fixes it.
    first: First,
    /// The variable with the number of tasks, or of the last one where tasks count from 1.
    count: Option<&'static str>,
}

impl Scheduler {
    /// Returns whether its tasks are the processes of one job.
    fn is_mpi(&self) -> bool {
        self.name.ends_with("MPI")
    }
}

/// The number of the first task of an array.
#[derive(Clone, Copy)]
enum First {
    /// Always this.
    Is(u64),
    /// As this variable says; it has to be 0 or 1, or the array is only a part of one.
    Says(&'static str),
}

/// The schedulers, arrays before the processes of one MPI job. The first is for those that pass on nothing by
/// themselves, such as HTCondor.
const SCHEDULERS: [Scheduler; 8] = [
    Scheduler {
        name: "TRADEWINDS_SHARD_INDEX",
        index: "TRADEWINDS_SHARD_INDEX",
        first: First::Is(0),
        count: Some("TRADEWINDS_SHARDS"),
    },
    Scheduler {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        first: First::Says("SLURM_ARRAY_TASK_MIN"),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
    },
    Scheduler { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", first: First::Is(0), count: None },
    Scheduler {
        name: "AWS Batch",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        first: First::Is(0),
        count: Some("AWS_BATCH_JOB_ARRAY_SIZE"),
    },
    Scheduler {
        name: "Grid Engine",
        index: "SGE_TASK_ID",
        first: First::Says("SGE_TASK_FIRST"),
        count: Some("SGE_TASK_LAST"),
    },
    Scheduler { name: "PBS", index: "PBS_ARRAY_INDEX", first: First::Is(1), count: None },
    Scheduler {
        name: "Open MPI",
        index: "OMPI_COMM_WORLD_RANK",
        first: First::Is(0),
        count: Some("OMPI_COMM_WORLD_SIZE"),
    },
    Scheduler { name: "MPI", index: "PMI_RANK", first: First::Is(0), count: Some("PMI_SIZE") },
];

/// Finds the part of a run that belongs to this task of a job array; `of` is the number of parts, and
/// `variable` reads the environment.
///
/// # Errors
/// No scheduler or several have numbered the task, or it does not say of how many it is one.
pub(super) fn shard_of_task(
    of: Option<u64>,
    variable: impl Fn(&str) -> Option<String>,
) -> anyhow::Result<Shard> {
    // Grid Engine says `undefined` outside of an array.
    let set = |name: &str| variable(name).filter(|value| !value.is_empty() && value != "undefined");
    // A process that mpirun started alone, as one task of an array, is no array.
    let is_alone = |scheduler: &Scheduler| scheduler.is_mpi() && number(&set, scheduler.count) == Some(1);
    let mut found: Vec<&Scheduler> = SCHEDULERS.iter().filter(|own| set(own.index).is_some()).collect();
    if found.len() > 1 {
        found.retain(|scheduler| !is_alone(scheduler));
    }
    let scheduler = match found[..] {
        [one] => one,
        // What the user has set wins.
        [own, ..] if own.index == SCHEDULERS[0].index => own,
        [first, second, ..] => bail!(
            "--shard auto: both {} and {} are set; say the part with --shard I/N",
            first.index,
            second.index
        ),
        [] => {
            let names: Vec<&str> = SCHEDULERS.iter().map(|scheduler| scheduler.index).collect();
            bail!(
                "--shard auto: this is no task of a job array, none of {} is set; say the part with --shard I/N",
                names.join(", ")
            );
        }
    };
    let Scheduler { name, index, .. } = scheduler;
    let text = set(index).unwrap_or_default();
    let task: u64 = text.parse().map_err(|_| anyhow!("--shard auto: {index} is {text:?}, not a number"))?;
    let (first, known) = extent(scheduler, &set, of)?;
    let Some(of) = of.or(known) else {
        bail!("--shard auto: {name} does not say how many tasks there are; say it with --shard auto/N");
    };
    task.checked_sub(first).and_then(|place| Shard::new(place + 1, of)).ok_or_else(|| {
        let last = first + of - 1;
        anyhow!("--shard auto: {index} is {task}, but {of} parts are the tasks {first} to {last} of {name}")
    })
}

fn number(set: &impl Fn(&str) -> Option<String>, name: Option<&str>) -> Option<u64> {
    set(name?)?.parse().ok()
}

/// Returns the number of the first task, and of how many it is the first if the scheduler says so.
fn extent(
    scheduler: &Scheduler,
    set: &impl Fn(&str) -> Option<String>,
    of: Option<u64>,
) -> anyhow::Result<(u64, Option<u64>)> {
    let known = number(set, scheduler.count);
    let says = match scheduler.first {
        First::Is(first) => return Ok((first, known)),
        First::Says(says) => says,
    };
    let first = number(set, Some(says)).unwrap_or(1);
    let step = number(set, Some("SGE_TASK_STEPSIZE")).filter(|_| scheduler.name == "Grid Engine");
    let last = number(set, Some("SLURM_ARRAY_TASK_MAX")).filter(|_| scheduler.name == "Slurm");
    let gaps = step.is_some_and(|step| step != 1)
        || last.zip(known).is_some_and(|(last, count)| last + 1 != first + count);
    if of.is_some() {
        // Of a given number of parts some may be submitted again: they count from 1, unless task 0 is there.
        return Ok((first.min(1), known));
    }
    if gaps || first > 1 {
        bail!(
            "--shard auto: the tasks of this {} array are not 1 to N or 0 to N - 1; say of how many parts this is one \
             with --shard auto/N",
            scheduler.name
        );
    }
    let count = match scheduler.name {
        "Grid Engine" => known.map(|last| (last + 1).saturating_sub(first)),
        _ => known,
    };
    Ok((first, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(of: Option<u64>, variables: &[(&str, &str)]) -> Result<String, String> {
        let value = |name: &str| {
            let found = variables.iter().find(|(own, _)| *own == name)?;
            Some(found.1.to_owned())
        };
        shard_of_task(of, value).map(|shard| shard.to_string()).map_err(|error| error.to_string())
    }

    /// Returns the variables of a task of a Slurm array.
    fn slurm(
        id: &'static str,
        min: &'static str,
        max: &'static str,
        count: &'static str,
    ) -> Vec<(&'static str, &'static str)> {
        vec![
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", min),
            ("SLURM_ARRAY_TASK_MAX", max),
            ("SLURM_ARRAY_TASK_COUNT", count),
        ]
    }

    #[test]
    fn schedulers_number_their_tasks() {
        let sge = |id, first, last, step| {
            vec![
                ("SGE_TASK_ID", id),
                ("SGE_TASK_FIRST", first),
                ("SGE_TASK_LAST", last),
                ("SGE_TASK_STEPSIZE", step),
            ]
        };
        for (of, variables, expected) in [
            (None, slurm("3", "1", "16", "16"), "3/16"),
            (None, slurm("0", "0", "15", "16"), "1/16"),
            (Some(16), slurm("7", "3", "7", "2"), "7/16"),
            (Some(16), slurm("15", "0", "15", "16"), "16/16"),
            (Some(4), vec![("JOB_COMPLETION_INDEX", "2")], "3/4"),
            (None, vec![("AWS_BATCH_JOB_ARRAY_INDEX", "0"), ("AWS_BATCH_JOB_ARRAY_SIZE", "5")], "1/5"),
            (Some(5), vec![("AWS_BATCH_JOB_ARRAY_INDEX", "4")], "5/5"),
            (None, sge("2", "1", "8", "1"), "2/8"),
            (Some(9), sge("5", "5", "6", "1"), "5/9"),
            (Some(8), vec![("PBS_ARRAY_INDEX", "8")], "8/8"),
            (None, vec![("OMPI_COMM_WORLD_RANK", "3"), ("OMPI_COMM_WORLD_SIZE", "4")], "4/4"),
            (None, vec![("PMI_RANK", "0"), ("PMI_SIZE", "2")], "1/2"),
            (None, vec![("TRADEWINDS_SHARD_INDEX", "9"), ("TRADEWINDS_SHARDS", "10")], "10/10"),
            (
                None,
                [
                    slurm("2", "1", "3", "3"),
                    vec![("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "1")],
                ]
                .concat(),
                "2/3",
            ),
            (
                Some(3),
                vec![
                    ("TRADEWINDS_SHARD_INDEX", "1"),
                    ("JOB_COMPLETION_INDEX", "2"),
                    ("SGE_TASK_ID", "undefined"),
                ],
                "2/3",
            ),
        ] {
            assert_eq!(shard(of, &variables).as_deref(), Ok(expected), "{variables:?}");
        }
    }

    #[test]
    fn what_is_not_known_is_said() {
        for (of, variables, part) in [
            (
                None,
                vec![],
                "no task of a job array, none of TRADEWINDS_SHARD_INDEX, SLURM_ARRAY_TASK_ID, JOB_",
            ),
            (None, vec![("SGE_TASK_ID", "undefined")], "no task of a job array"),
            (None, vec![("JOB_COMPLETION_INDEX", "0")], "Kubernetes does not say how many tasks there are"),
            (None, slurm("3", "3", "7", "2"), "the tasks of this Slurm array are not 1 to N or 0 to N - 1"),
            (None, slurm("3", "1", "7", "4"), "the tasks of this Slurm array are not"),
            (Some(4), slurm("5", "1", "8", "8"), "is 5, but 4 parts are the tasks 1 to 4 of Slurm"),
            (
                Some(4),
                vec![("PBS_ARRAY_INDEX", "0")],
                "PBS_ARRAY_INDEX is 0, but 4 parts are the tasks 1 to 4",
            ),
            (Some(4), vec![("PBS_ARRAY_INDEX", "x")], "PBS_ARRAY_INDEX is \"x\", not a number"),
            (
                Some(4),
                vec![("PBS_ARRAY_INDEX", "1"), ("JOB_COMPLETION_INDEX", "1")],
                "both JOB_COMPLETION_INDEX and PBS_ARRAY_INDEX are set",
            ),
        ] {
            let error = shard(of, &variables).unwrap_err();
            assert!(error.starts_with("--shard auto: ") && error.contains(part), "{error}");
        }
    }

    #[test]
    fn parts_are_named_or_left_to_the_scheduler() {
        let part = Shard::new(3, 16).unwrap();
        assert_eq!("3/16".parse(), Ok(ShardArg::Part(part)));
        assert_eq!("auto".parse(), Ok(ShardArg::Auto { of: None }));
        assert_eq!("auto/16".parse(), Ok(ShardArg::Auto { of: Some(16) }));
        for wrong in ["auto/0", "auto/", "auto16", "auto/x", "0/4"] {
            assert!(wrong.parse::<ShardArg>().is_err(), "{wrong}");
        }
    }
}
