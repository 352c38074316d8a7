package dev.guildhall.testkit.contract.task;

/** What every {@link dev.guildhall.ports.task.TaskStore} does. */
public interface TaskStoreContract
        extends TaskKeepingContract,
                TaskCapacityContract,
                TaskTurnContract,
                TaskFairnessContract,
                TaskEagerContract,
                TaskRetryContract,
                TaskSleepContract,
                TaskStartContract,
                TaskKeyContract,
                TaskEndContract,
                TaskNodeContract,
                TaskLeaseContract,
                TaskHintContract,
                TaskRacesContract {}
