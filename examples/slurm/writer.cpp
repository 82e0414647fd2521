// slurm - one update request for each change.
#include "writer.hpp"

namespace slurm {

namespace {

bool is_gone(int error) {
    return error == ESLURM_INVALID_JOB_ID || error == ESLURM_ALREADY_DONE || error == ESLURM_JOB_FINISHED ||
           error == ESLURM_JOB_NOT_PENDING || error == ESLURM_JOB_NOT_PENDING_NOR_RUNNING || error == ESLURM_JOB_HELD;
}
// The numbers below are those of the system and of Slurm's messages, the ones from 5000 on of its sockets.
bool is_communication(int error) {
    return error < ESLURM_INVALID_PARTITION_NAME ||
           (error >= SLURM_PROTOCOL_SOCKET_IMPL_ZERO_RECV_LENGTH && error < ESLURM_AUTH_CRED_INVALID);
}

int update(change const& c) {
    job_desc_msg_t request;
    slurm_init_job_desc_msg(&request);
    request.job_id = c.job;
    std::string nodes = c.nodes, comment = c.comment.value_or(""); // libslurm takes char*, and does not write to it
    if (c.comment) request.admin_comment = comment.data();
    bool const gives_nice = c.what == action::comment || c.what == action::unrank;
    if (gives_nice && c.nice != 0) request.nice = static_cast<std::uint32_t>(c.nice + NICE_OFFSET);
    switch (c.what) {
    case action::comment: break;
    case action::rank: request.priority = c.priority; break;
    case action::unrank: request.priority = INFINITE; break;
    case action::release:
        request.priority = INFINITE;
        request.req_nodes = nodes.data();
        break;
    case action::hold:
        request.priority = 0;
        request.alloc_sid = ALLOC_SID_USER_HOLD; // the hold of an administrator would stay for ever
        request.req_nodes = nodes.data();
        break;
    }
    return slurm_update_job(&request) == SLURM_SUCCESS ? SLURM_SUCCESS : slurm_get_errno();
}

} // namespace

written write(std::vector<change> const& changes) {
    written out;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        int const error = update(changes[i]);
        if (error == SLURM_SUCCESS) {
            ++out.done;
        } else if (is_gone(error)) {
            ++out.gone;
        } else {
            out.failures.push_back(changes[i].text() + ": " + slurm_strerror(error));
            if (!is_communication(error)) continue;
            if (auto const rest = changes.size() - i - 1; rest > 0)
                out.failures.push_back(std::to_string(rest) + " more not tried");
            break;
        }
    }
    return out;
}

} // namespace slurm
