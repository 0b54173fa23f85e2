"""Games on executors: the same results as here, whatever becomes of the workers."""

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, ArgumentError, BatchBot, ExecutorError, simulate

ARGUMENTS = {"bots": ["greedy", "random"], "games": 300, "seed": 8, "rows": True}
# Windows knows no SIGKILL, and ends a process at once on any signal.
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
both_editions = pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=lambda rules: rules.edition)


def first_action(state):
    return state.legal_actions()[0]


def local_policy():
    def policy(observations, legal_mask):
        return legal_mask.argmax(axis=1)

    return policy


def kill_own_process(state):
    os.kill(os.getpid(), KILL)


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        yield cluster


@both_editions
def test_processes_change_nothing(rules):
    with ProcessPoolExecutor(2) as executor:
        assert simulate(rules, executor=executor, **ARGUMENTS) == simulate(rules, **ARGUMENTS)


@both_editions
def test_threads_of_an_executor_change_nothing(rules):
    with ThreadPoolExecutor(3) as executor:
        assert simulate(rules, executor=executor, **ARGUMENTS) == simulate(rules, **ARGUMENTS)


def test_bots_of_ones_own_travel_to_processes():
    arguments = {"bots": [first_action, "random"], "games": 40}
    with ProcessPoolExecutor(2) as executor:
        assert simulate(ESPRIT_CRITIQUE, executor=executor, **arguments) == simulate(ESPRIT_CRITIQUE, **arguments)


def test_a_killed_process_is_one_clear_error():
    broke = pytest.raises(ExecutorError, match="the executor broke after 0 of 50 games")
    with ProcessPoolExecutor(1) as executor, broke:
        simulate(ESPRIT_CRITIQUE, kill_own_process, games=50, executor=executor)


def test_an_executor_that_was_shut_down_is_one_clear_error():
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(ExecutorError, match="the executor broke after 0 of 5 games"):
        simulate(ESPRIT_CRITIQUE, games=5, executor=executor)


class Locked:
    """A bot that holds what no process can be given."""

    def __init__(self):
        self.lock = threading.Lock()

    def __call__(self, state):
        with self.lock:
            return first_action(state)


UNSENDABLE = {
    "<lambda>": lambda state: state.legal_actions()[0],
    "policy": BatchBot(local_policy(), batch_size=8),
    "Locked": Locked(),
}


@pytest.mark.parametrize("name", UNSENDABLE)
def test_a_bot_that_can_not_be_sent_is_named(name):
    message = f"^bot {name} at seat 1 can't be sent to the executor, since it can't be pickled: make it a function"
    arguments = {"bots": ["random", UNSENDABLE[name]], "games": 20}
    with ProcessPoolExecutor(1) as executor, pytest.raises(ArgumentError, match=message) as caught:
        simulate(ESPRIT_CRITIQUE, executor=executor, **arguments)
    assert "\n" not in str(caught.value)
    with ThreadPoolExecutor(2) as executor:
        assert simulate(ESPRIT_CRITIQUE, executor=executor, **arguments) == simulate(ESPRIT_CRITIQUE, **arguments)


def test_an_executor_s_own_mistake_is_shown_as_it_is():
    class Mistaken:
        def submit(self, *task):
            raise TypeError("one argument too many")

    with pytest.raises(TypeError, match="one argument too many"):
        simulate(ESPRIT_CRITIQUE, first_action, games=5, executor=Mistaken())


def test_an_executor_has_a_submit_method():
    with pytest.raises(ArgumentError, match="executor must have a submit method"):
        simulate(ESPRIT_CRITIQUE, executor=4)


@both_editions
def test_a_dask_cluster_changes_nothing(cluster, rules):
    from distributed import Client

    with Client(cluster) as client:
        assert simulate(rules, executor=client.get_executor(), **ARGUMENTS) == simulate(rules, **ARGUMENTS)


def test_a_dask_worker_killed_midway_loses_and_doubles_nothing(cluster):
    from distributed import Client

    rules = FOUR_ALCHIMIQUE
    arguments = {"bots": "greedy", "games": 1500, "seed": 3, "rows": True}
    with Client(cluster) as client:
        workers = sorted(client.run(os.getpid).values())
        killed = []

        class KillsOneWorker:
            """Submits as the cluster does, and kills a worker after some chunks."""

            def __init__(self, executor):
                self.executor = executor
                self.submitted = 0

            def submit(self, *task):
                self.submitted += 1
                if self.submitted == 20:
                    os.kill(workers[0], KILL)
                    killed.append(workers[0])
                return self.executor.submit(*task)

        results = simulate(rules, executor=KillsOneWorker(client.get_executor()), **arguments)
    assert killed
    assert results == simulate(rules, threads=2, **arguments)


def test_an_executor_that_cancels_its_work_is_an_error_and_no_wait_without_end():
    executor = ThreadPoolExecutor(1)

    def shutting_down(state):
        executor.shutdown(wait=False, cancel_futures=True)
        return state.legal_actions()[0]

    with pytest.raises(ExecutorError, match=r"games under way were cancelled|after shutdown"):
        simulate(FOUR_ALCHIMIQUE, [shutting_down, "random"], players=2, games=300, max_turns=10, executor=executor)
