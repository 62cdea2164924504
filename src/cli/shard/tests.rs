//! What the variables of schedulers say.

use super::*;

fn shard(of: Option<u64>, variables: &[(&str, &str)]) -> Result<String, String> {
    shard_after(None, of, variables)
}

/// Finds the part of a task in a folder that remembers an array.
fn shard_after(
    before: Option<(u64, u64)>,
    of: Option<u64>,
    variables: &[(&str, &str)],
) -> Result<String, String> {
    let before = before.map(|(first, tasks)| Array { tasks, first });
    let value = |name: &str| {
        let found = variables.iter().find(|(own, _)| *own == name)?;
        Some(found.1.to_owned())
    };
    let found = find(of, before, Path::new("parts"), value);
    found.map(|(shard, _)| shard.to_string()).map_err(|error| error.to_string())
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
        (Some(16), slurm("7", "3", "16", "3"), "7/16"),
        (Some(16), slurm("7", "0", "9", "3"), "8/16"),
        (Some(16), slurm("15", "0", "15", "16"), "16/16"),
        (Some(4), vec![("JOB_COMPLETION_INDEX", "2")], "3/4"),
        (None, vec![("AWS_BATCH_JOB_ARRAY_INDEX", "0"), ("AWS_BATCH_JOB_ARRAY_SIZE", "5")], "1/5"),
        (Some(5), vec![("AWS_BATCH_JOB_ARRAY_INDEX", "4")], "5/5"),
        (None, sge("2", "1", "8", "1"), "2/8"),
        (Some(9), sge("5", "5", "6", "1"), "5/9"),
        (Some(8), vec![("PBS_ARRAY_INDEX", "8")], "8/8"),
        (Some(8), vec![("PBS_ARRAYID", "3")], "3/8"),
        (None, vec![("LSB_JOBINDEX", "3"), ("LSB_JOBINDEX_END", "5")], "3/5"),
        (None, vec![("SLURM_PROCID", "3"), ("SLURM_NTASKS", "4")], "4/4"),
        (None, vec![("SLURM_PROCID", "1"), ("SLURM_STEP_NUM_TASKS", "2"), ("SLURM_NTASKS", "4")], "2/2"),
        (
            None,
            vec![("SLURM_PROCID", "0"), ("OMPI_COMM_WORLD_RANK", "3"), ("OMPI_COMM_WORLD_SIZE", "4")],
            "4/4",
        ),
        (
            None,
            [slurm("2", "1", "3", "3"), vec![("SLURM_PROCID", "0"), ("SLURM_NTASKS", "8")]].concat(),
            "2/3",
        ),
        (None, vec![("LSB_JOBINDEX", "0"), ("PMI_RANK", "0"), ("PMI_SIZE", "2")], "1/2"),
        (None, vec![("OMPI_COMM_WORLD_RANK", "3"), ("OMPI_COMM_WORLD_SIZE", "4")], "4/4"),
        (None, vec![("PMI_RANK", "0"), ("PMI_SIZE", "2")], "1/2"),
        (None, vec![("TRADEWINDS_SHARD_INDEX", "9"), ("TRADEWINDS_SHARDS", "10")], "10/10"),
        (
            None,
            [slurm("2", "1", "3", "3"), vec![("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "1")]]
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

/// Some tasks of an array that has played before take their own parts, though they look like another array.
#[test]
fn tasks_that_are_submitted_again_take_their_own_parts() {
    let sge = |id, first, last| vec![("SGE_TASK_ID", id), ("SGE_TASK_FIRST", first), ("SGE_TASK_LAST", last)];
    for (before, of, variables, expected) in [
        ((0, 4), Some(4), slurm("2", "2", "2", "1"), "3/4"),
        ((0, 4), None, slurm("2", "2", "2", "1"), "3/4"),
        ((0, 4), None, slurm("0", "0", "0", "1"), "1/4"),
        ((0, 4), None, slurm("1", "0", "1", "2"), "2/4"),
        ((0, 4), None, slurm("3", "1", "3", "2"), "4/4"),
        ((1, 4), Some(4), slurm("2", "2", "2", "1"), "2/4"),
        ((1, 4), None, slurm("2", "1", "2", "2"), "2/4"),
        ((1, 4), None, slurm("1", "1", "1", "1"), "1/4"),
        ((1, 4), None, slurm("4", "4", "4", "1"), "4/4"),
        ((1, 4), None, slurm("3", "1", "4", "4"), "3/4"),
        ((1, 9), None, sge("5", "5", "6"), "5/9"),
        ((1, 9), None, sge("1", "1", "1"), "1/9"),
        ((0, 4), None, vec![("JOB_COMPLETION_INDEX", "2")], "3/4"),
        ((1, 8), None, vec![("LSB_JOBINDEX", "3"), ("LSB_JOBINDEX_END", "3")], "3/8"),
        ((1, 8), None, vec![("PBS_ARRAYID", "3")], "3/8"),
    ] {
        assert_eq!(shard_after(Some(before), of, &variables).as_deref(), Ok(expected), "{variables:?}");
    }
    for (before, of, variables, part) in [
        (None, Some(4), slurm("2", "2", "2", "1"), "whether the 4 tasks of all parts are 0 to 3 or 1 to 4"),
        (Some((0, 4)), Some(5), slurm("2", "2", "2", "1"), "whether the 5 tasks of all parts are 0 to 4"),
        (Some((0, 4)), None, slurm("5", "1", "8", "8"), "has parts of the tasks 0 to 3, but"),
        (
            Some((0, 4)),
            None,
            slurm("2", "1", "4", "4"),
            "those of this array are 1 to 4, which would be other",
        ),
        (Some((1, 4)), None, slurm("2", "0", "3", "4"), "has parts of the tasks 1 to 4, but"),
        (Some((1, 4)), None, slurm("0", "0", "0", "1"), "those of this array are 0 to 3"),
        (Some((0, 4)), None, vec![("PMI_RANK", "0"), ("PMI_SIZE", "2")], "choose another folder with --out"),
        (Some((0, 4)), Some(8), vec![("JOB_COMPLETION_INDEX", "2")], "say the part with --shard I/4"),
    ] {
        let error = shard_after(before, of, &variables).unwrap_err();
        assert!(error.starts_with("--shard auto: ") && error.contains(part), "{error}");
    }
}

#[test]
fn a_folder_remembers_its_array() {
    let folder = tempfile::tempdir().unwrap();
    let parts = folder.path().join("parts");
    let task = |id: &'static str, min: &'static str, max: &'static str, count: &'static str| {
        let variables = slurm(id, min, max, count);
        let value =
            |name: &str| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned());
        shard_of_task(None, &parts, value).map(|shard| shard.to_string())
    };
    assert_eq!(task("2", "0", "3", "4").unwrap(), "3/4");
    assert_eq!(task("2", "2", "2", "1").unwrap(), "3/4");
    let names: Vec<_> = std::fs::read_dir(&parts).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, [".array.toml"]);
    std::fs::write(array::file(&parts), "tasks = x").unwrap();
    assert!(task("2", "2", "2", "1").unwrap_err().to_string().contains(".array.toml"));
}

#[test]
fn what_is_not_known_is_said() {
    for (of, variables, part) in [
        (None, vec![], "no task of a job array, none of TRADEWINDS_SHARD_INDEX, SLURM_ARRAY_TASK_ID, JOB_"),
        (None, vec![("SGE_TASK_ID", "undefined")], "no task of a job array"),
        (None, vec![("JOB_COMPLETION_INDEX", "0")], "Kubernetes does not say how many tasks there are"),
        (None, slurm("3", "3", "7", "2"), "the tasks of this Slurm array are not 1 to N or 0 to N - 1"),
        (None, slurm("3", "1", "7", "4"), "the tasks of this Slurm array are not"),
        (None, vec![("SLURM_PROCID", "0")], "srun does not say how many tasks there are"),
        (
            None,
            [slurm("2", "1", "3", "3"), vec![("SLURM_PROCID", "1"), ("SLURM_STEP_NUM_TASKS", "2")]].concat(),
            "srun started 2 processes in this task",
        ),
        (Some(4), slurm("5", "1", "8", "8"), "is 5, but 4 parts are the tasks 1 to 4 of Slurm"),
        (Some(4), vec![("PBS_ARRAY_INDEX", "0")], "PBS_ARRAY_INDEX is 0, but 4 parts are the tasks 1 to 4"),
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
